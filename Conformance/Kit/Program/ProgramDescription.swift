import CacheSpec

/// A program's description of itself.
package struct ProgramDescription: JSONStructure {
  /// The version of the protocol.
  package static let version = 1

  let name: String
  let summary: String
  /// The version of the cache and its homepage; empty if not given.
  let version: String, homepage: String
  let chapters: [String]
  /// What the program lacks, by the identifiers of the capabilities, each with the reason.
  package let lacking: [String: String]
  /// The rules that the program is known to break.
  let deviations: [KnownDeviation]
  /// Whether the program loads over HTTP from the loopback interface, with a client of its own.
  package let isOverLoopback: Bool

  package static let structure = Structure<Self>(
    "Description", Member("protocol", \.spoken), Member("name", \.nameLine, or: Line("program")),
    Member("summary", \.summaryLine, or: Line("a program")), Member("version", \.versionLine, or: Line("")),
    Member("homepage", \.homepageLine, or: Line("")), Member("chapters", \.chapters),
    Member("lacking", \.lackingLines, or: [:]), Member("deviations", \.deviations, or: []),
    Member("loopback", \.isOverLoopback, or: false)
  ) { _, name, summary, version, homepage, chapters, lacking, deviations, isOverLoopback in
    if name.text.isEmpty || name.text.hasPrefix("-") { throw UnexpectedJSON(name: "name", wanted: "a name") }
    return Self(
      name: name.text, summary: summary.text, version: version.text, homepage: homepage.text, chapters: chapters,
      lacking: lacking.mapValues(\.text), deviations: deviations, isOverLoopback: isOverLoopback)
  }

  private var spoken: Int { Self.version }
  private var nameLine: Line { Line(name) }
  private var summaryLine: Line { Line(summary) }
  private var versionLine: Line { Line(version) }
  private var homepageLine: Line { Line(homepage) }
  private var lackingLines: [String: Line] { lacking.mapValues(Line.init) }

  /// What decides which scenarios the program is checked against, in words.
  var implemented: String {
    "the chapters \(chapters.sorted().joined(separator: ", "))"
      + (lacking.isEmpty ? "" : " without \(lacking.keys.sorted().joined(separator: ", "))")
      + (isOverLoopback ? " over loopback" : "")
  }
}

extension ProgramDescription {
  /// Reads a description. One of another version is refused whatever else it has.
  package init(_ json: JSON, name: String) throws {
    guard try json.get("protocol") == Self.version else {
      throw UnexpectedJSON(name: "protocol", wanted: "\(Self.version), the version that this kit speaks")
    }
    self = try Self.structure.read(json)
  }

  /// Describes a module that is served.
  init(of module: CacheModule) {
    self.init(
      name: module.name, summary: module.summary, version: module.version ?? "", homepage: module.homepage ?? "",
      chapters: module.implementations.flatMap(\.chapterNames),
      lacking: Dictionary(module.everythingLacking.map { ($0.key.identifier, $0.value) }) { first, _ in first },
      deviations: module.deviations, isOverLoopback: false)
  }
}

/// A text that a report shows in a line.
private struct Line: JSONValue {
  static let shape = JSONShape.text

  let text: String

  init(_ text: String) { self.text = text }

  init(_ json: JSON, name: String) throws {
    text = try String(json, name: name)
    let longest = name == "name" ? 100 : 1000
    guard text.utf8.count <= longest, !text.contains(where: \.isNewline) else {
      throw UnexpectedJSON(name: name, wanted: "a text of one line and of \(longest) bytes at most")
    }
  }

  var json: JSON { text.json }
}

extension KnownDeviation: JSONStructure {
  package static let structure = Structure<Self>(
    "Deviation", Member("rule", \.ruleLine), Member("outcome", \.outcome, or: .violated),
    Member("unsteady", \.isUnsteady, or: false), Member("shownBy", \.shownBy, or: .scenarios),
    Member("reason", \.reasonLine), Member("link", \.linkLine)
  ) { rule, outcome, isUnsteady, shownBy, reason, link in
    Self(rule.text, outcome, isUnsteady: isUnsteady, shownBy: shownBy, because: reason.text, link: link.text)
  }

  private var ruleLine: Line { Line(id) }
  private var reasonLine: Line { Line(reason) }
  private var linkLine: Line { Line(link) }

  /// What is as usual is left out, because people read and copy it.
  package var json: JSON {
    var fields = Self.structure.write(self)
    if outcome == .violated { fields["outcome"] = nil }
    if !isUnsteady { fields["unsteady"] = nil }
    if shownBy == .scenarios { fields["shownBy"] = nil }
    return .object(fields)
  }
}

extension Verdict.Kind: JSONValue {}
extension KnownDeviation.Evidence: JSONValue {}
