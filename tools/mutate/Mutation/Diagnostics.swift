/// An error of the compiler in a file of the copy.
public struct Diagnostic: Hashable, Sendable {
  /// The path of the file, below the folder of the copy.
  public let file: String
  /// The line.
  public let line: Int
  /// What the compiler says.
  public let message: String

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
    in errors: [Diagnostic], among mutants: [(number: Int, mutant: Mutant)]
  ) -> [Int: String] {
    var culprits: [Int: String] = [:]
    for error in errors {
      let inFile = mutants.filter { $0.mutant.file == error.file }
      let candidates = [
        inFile.filter { $0.mutant.lines.lowerBound == error.line && $0.mutant.isDoubtful },
        inFile.filter { $0.mutant.lines.contains(error.line) && $0.mutant.isDoubtful },
        inFile.filter { $0.mutant.lines.lowerBound == error.line && $0.mutant.kind == .statement },
        inFile.filter { $0.mutant.lines.lowerBound == error.line && $0.mutant.kind == .constant },
        inFile.filter { $0.mutant.lines.lowerBound == error.line },
        inFile.filter { $0.mutant.lines.contains(error.line) },
        inFile.filter { $0.mutant.function.contains(error.line) && $0.mutant.isDoubtful },
        inFile.filter { $0.mutant.function.contains(error.line) && $0.mutant.kind == .statement },
        inFile.filter { $0.mutant.function.contains(error.line) },
        inFile,
      ]
      for (number, _) in candidates.first(where: { !$0.isEmpty }) ?? [] { culprits[number] = error.message }
    }
    return culprits
  }
}
