import CacheConformance
import Foundation

extension JSONReport {
  /// Reads the one report of a file.
  ///
  /// - Throws: `UsageError` for a file that is no report in JSON.
  static func report(at path: String) throws(UsageError) -> Self { try read(path) { try Self(json: $0) } }

  /// Reads the reports of a file: one, or the list that a check of several modules writes.
  ///
  /// - Throws: `UsageError` for a file that is no report in JSON.
  static func reports(at path: String) throws(UsageError) -> [Self] { try read(path) { try Self.list(json: $0) } }

  private static func read<Content>(
    _ path: String, _ parse: (Data) throws -> Content
  ) throws(UsageError) -> Content {
    guard let data = FileManager.default.contents(atPath: path) else { throw UsageError("there is no file \(path)") }
    do {
      return try parse(data)
    } catch let error as UnknownFormat {
      throw UsageError("\(path) cannot be read: \(error)")
    } catch {
      throw UsageError("\(path) is no report in JSON: write one with check --format json --output FILE")
    }
  }
}
