extension Representation {
  /// What version 1 of a resource states, as the tables print it. Each has an `ETag`, so that only its absence is said.
  var stated: String {
    var parts = cacheControl.map(\.asCode)
    if status != 200 { parts.append("status \(status)") }
    switch dated {
    case 0: break
    case nil where fields["Date"] == nil: parts.append("no `Date`")
    case nil: break
    case let dated?: parts.append("`Date` \(Self.moment(-dated))")
    }
    if let modified { parts.append("modified \(Self.moment(-modified))") }
    if let expires { parts.append("`Expires` \(Self.moment(expires))") }
    if dateForm != .preferred { parts.append("dates of \(dateForm)") }
    if !tagged { parts.append("no `ETag`") }
    parts += fields.lines.map { "\($0.name): \($0.value.withControlsEscaped)".asCode }
    return parts.joined(separator: ", ")
  }

  private static func moment(_ seconds: Int) -> String {
    seconds < 0 ? "\(Duration.seconds(-seconds).spoken) ago" : "in \(Duration.seconds(seconds).spoken)"
  }
}

extension HeaderFields {
  /// The fields as the tables print them.
  var stated: String { lines.map { "\($0.name): \($0.value)".asCode }.joined(separator: ", ") }
}

extension String {
  /// The text as code in Markdown.
  var asCode: String { "`\(self)`" }
}
