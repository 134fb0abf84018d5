/// A document that rules are derived from.
public struct Document: Hashable, Sendable, CustomStringConvertible {
  /// Its short name, as reports print it.
  public let name: String
  /// Its full title.
  public let title: String
  /// Where it is published.
  public let link: String
  /// The file with its text, every sentence of which `prove audit` accounts for. Nil for a standard, and for a page that
  /// one of the texts links to.
  package let file: String?
  /// The sections that rules cite, in the order of the document.
  package let sections: [Section]

  /// Makes a document.
  ///
  /// - Parameters:
  ///   - name: its short name, as reports print it.
  ///   - title: its full title.
  ///   - link: where it is published.
  ///   - sections: the sections that rules cite, in the order of the document. A heading that is not among them leads
  ///     to the document, and pages print it last.
  public init(name: String, title: String, link: String, sections: [Section] = []) {
    self.init(name: name, title: title, link: link, file: nil, sections: sections)
  }

  /// Makes a document that a ledger accounts for.
  package init(name: String, title: String, link: String, file: String?, sections: [Section] = []) {
    self.name = name
    self.title = title
    self.link = link
    self.file = file
    self.sections = sections
  }

  public var description: String { name }

  public static func == (one: Self, other: Self) -> Bool { one.name == other.name && one.link == other.link }

  public func hash(into hasher: inout Hasher) { hasher.combine(link) }
}

extension Document {
  /// A section that rules cite by its heading.
  public struct Section: Sendable {
    /// The heading or, in a standard, the number before it.
    public let heading: String
    /// What follows the number.
    public let title: String?
    /// What follows `#` in the section's address, or nil if that is not known.
    public let anchor: String?

    /// Makes a section.
    ///
    /// - Parameters:
    ///   - heading: the heading or, in a standard, the number before it.
    ///   - title: what follows the number.
    ///   - anchor: what follows `#` in the section's address, or nil if that is not known.
    public init(_ heading: String, title: String? = nil, anchor: String? = nil) {
      (self.heading, self.title, self.anchor) = (heading, title, anchor)
    }

    /// A section of an RFC, as its editor's site addresses it.
    public static func rfc(_ number: String, _ title: String) -> Self {
      Self(number, title: title, anchor: "section-\(number)")
    }

    /// A section whose address is its heading in small letters, with hyphens for spaces and without punctuation.
    public static func slug(_ heading: String) -> Self {
      let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
      return Self(heading, anchor: String(kept.map { $0 == " " ? "-" : $0 }))
    }
  }
}

/// The place where a rule is written: a heading in a document.
public struct Citation: Hashable, Sendable, CustomStringConvertible {
  /// The document.
  public let document: Document
  /// The heading, or the section number of an RFC.
  public let heading: String

  /// Makes a citation.
  public init(_ document: Document, _ heading: String) {
    self.document = document
    self.heading = heading
  }

  private var section: Document.Section? { document.sections.first { $0.heading == heading } }

  /// The heading as the document prints it, with the number of a section.
  public var title: String { [heading, section?.title].compactMap(\.self).joined(separator: " ") }

  /// The address of the section or, where that is not known, of the document.
  public var link: String { document.link + (section?.anchor.map { "#\($0)" } ?? "") }

  /// Its place among the sections of its document; a heading that is not listed comes last.
  package var place: Int {
    document.sections.firstIndex { $0.heading == heading } ?? document.sections.count
  }

  public var description: String { "\(document.name), '\(title)'" }
}
