/// A compiler error in an instrumented file.
struct Diagnostic: Hashable, Sendable {
  /// The path of the file, below the folder of the instrumented sources.
  let file: String
  /// The line.
  let line: Int
  /// The compiler's message.
  let message: String

  /// Makes an error.
  init(file: String, line: Int, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// Parses the errors in the output of a build.
  ///
  /// - Parameters:
  ///   - output: the output.
  ///   - root: the path of the folder of the instrumented sources.
  static func errors(in output: String, root: String) -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return output.split(separator: "\n").compactMap { line -> Diagnostic? in
      guard line.hasPrefix(root), let mark = line.firstRange(of: ": error: ") else { return nil }
      let place = line[..<mark.lowerBound].dropFirst(root.count).drop { $0 == "/" }.split(separator: ":")
      guard place.count >= 2, let number = Int(place[1]) else { return nil }
      return Diagnostic(file: String(place[0]), line: number, message: String(line[mark.upperBound...]))
    }.filter { seen.insert($0).inserted }
  }
}

/// Finds the mutants that cause the compiler's errors.
enum Culprits {
  /// The numbers of the mutants to leave out of the next build, with the compiler's message for each.
  ///
  /// Of the mutants on the line of an error, the most doubtful kind is left out first, because the others may be
  /// innocent. If there is none on the line, those in the enclosing function are left out, or else those in the file.
  static func found(
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
  /// The rank of the mutant as the cause of an error: the lower, the likelier. Nil if it cannot be the cause.
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
