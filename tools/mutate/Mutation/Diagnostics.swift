/// An error of the compiler in a file of the copy.
public struct Diagnostic: Hashable, Sendable {
  /// The path of the file, below the folder of the copy.
  public let file: String
  /// The line.
  public let line: Int
  /// What the compiler says.
  public let message: String

  /// Notes an error.
  public init(file: String, line: Int, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// Reads the errors out of what a build printed.
  ///
  /// - Parameters:
  ///   - output: what it printed.
  ///   - root: the path of the folder of the copy.
  public static func errors(in output: String, root: String) -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return output.split(separator: "\n").compactMap { line -> Diagnostic? in
      guard line.hasPrefix(root), let mark = line.firstRange(of: ": error: ") else { return nil }
      let place = line[..<mark.lowerBound].dropFirst(root.count).drop { $0 == "/" }.split(separator: ":")
      guard place.count >= 2, let number = Int(place[1]) else { return nil }
      return Diagnostic(file: String(place[0]), line: number, message: String(line[mark.upperBound...]))
    }.filter { seen.insert($0).inserted }
  }
}

/// Finds the mutants that the compiler's errors are about.
public enum Culprits {
  /// The numbers of mutants to leave out before the next build, with what the compiler says of each.
  ///
  /// Of those on the line of an error the most doubtful kind goes first: the others may be innocent. Where none is on the
  /// line, it is about the function that the line is in.
  public static func found(
    in errors: [Diagnostic], among mutants: [NumberedMutant]
  ) -> [Int: String] {
    var culprits: [Int: String] = [:]
    for error in errors {
      let ranked = mutants.compactMap { number, mutant in mutant.rank(for: error).map { (number: number, rank: $0) } }
      guard let first = ranked.map(\.rank).min() else { continue }
      for (number, rank) in ranked where rank == first { culprits[number] = error.message }
    }
    return culprits
  }
}

extension Mutant {
  /// How likely an error is about it, from 0; nil where it cannot be.
  fileprivate func rank(for error: Diagnostic) -> Int? {
    guard file == error.file else { return nil }
    let weight = isDoubtful ? 0 : kind == .statement ? 1 : kind == .constant ? 2 : 3
    // A closure needs the value of its only statement.
    if error.message.hasPrefix("missing return in closure"), isDoubtful, kind == .statement,
      function.contains(error.line)
    {
      return 0
    }
    if lines.lowerBound == error.line { return 10 + weight }
    if lines.contains(error.line) { return 20 + weight }
    if function.contains(error.line) { return 30 + weight }
    return 40
  }
}
