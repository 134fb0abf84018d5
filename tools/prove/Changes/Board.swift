import CacheConformance
import CacheConformanceCommand
import Foundation

/// A file that is shared with a worker. It contains the active mutant, and the places that the worker
/// reached.
final class Board {
  let url: URL
  private let file: FileHandle

  /// Makes the file, with no mutant active.
  init(in folder: URL) throws {
    url = folder.appendingPathComponent("board-\(UUID().uuidString)")
    try Data(count: Switchboard.boardSize).write(to: url)
    file = try FileHandle(forUpdating: url)
  }

  /// Returns the isolation whose workers share the file.
  func shared(with isolation: Isolation) -> Isolation {
    var isolation = isolation
    isolation.environment[Switchboard.board] = url.path
    return isolation
  }

  /// Activates only this mutant, or none for zero.
  func choose(_ number: Int) throws {
    try file.seek(toOffset: 0)
    try file.write(contentsOf: withUnsafeBytes(of: Int32(number).littleEndian) { Data($0) })
  }

  /// Resets the places that were reached.
  func forget() throws {
    try file.seek(toOffset: UInt64(Switchboard.boardHead))
    try file.write(contentsOf: Data(count: Switchboard.boardSize - Switchboard.boardHead))
  }

  /// The numbers of the mutants whose places were reached.
  func reached() throws -> [Int] {
    try file.seek(toOffset: UInt64(Switchboard.boardHead))
    return (try file.readToEnd() ?? Data()).enumerated().filter { $0.element != 0 }.map(\.offset)
  }

  deinit {
    try? file.close()
    try? FileManager.default.removeItem(at: url)
  }
}
