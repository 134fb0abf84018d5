import CacheConformance

/// A piece of a page. All text is escaped: only `tag` and `void` make markup, and the names of elements and attributes
/// are literals of the program.
struct HTML: Sendable, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
  private(set) var source = ""

  init() {}

  /// Makes text of a string that may contain anything.
  init(_ text: String) { source = Self.escaped(text) }

  init(_ parts: [HTML]) { source = parts.map(\.source).joined() }

  init(stringLiteral text: String) { self.init(text) }

  init(arrayLiteral parts: HTML...) { self.init(parts) }

  init(stringInterpolation: Interpolation) { source = stringInterpolation.source }

  /// Makes an element with its content. An attribute that is nil is left out.
  static func tag(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>, _ content: HTML
  ) -> HTML {
    var element = void(name, attributes)
    element.source += "\(content.source)</\(name)>"
    return element
  }

  /// Makes an element that has no attributes.
  static func tag(_ name: StaticString, _ content: HTML) -> HTML { tag(name, [:], content) }

  /// Makes an element that has no content and no end.
  static func void(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>) -> HTML {
    var element = HTML()
    let written = attributes.map { name, value in value.map { " \(name)=\"\(escaped($0))\"" } ?? "" }.joined()
    element.source = "<\(name)\(written)>"
    return element
  }

  /// Makes a link to another site, or only its text if the address is not a web address.
  static func link(to address: String, _ text: HTML) -> HTML {
    guard address.hasPrefix("https://") || address.hasPrefix("http://") else { return text }
    return tag("a", ["href": address, "rel": "noreferrer"], text)
  }

  /// Escapes markup, and what `printable` escapes: characters that control a terminal or the direction of text.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.printable.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Builds a piece of literal text, text and pieces.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var source = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) { source += HTML.escaped(text) }
    mutating func appendInterpolation(_ text: String) { source += HTML.escaped(text) }
    mutating func appendInterpolation(_ number: Int) { source += "\(number)" }
    mutating func appendInterpolation(_ piece: HTML) { source += piece.source }
  }
}

extension [HTML] {
  /// The pieces with another between them.
  func joined(separator: HTML) -> HTML {
    HTML(enumerated().flatMap { $0.offset == 0 ? [$0.element] : [separator, $0.element] })
  }
}
