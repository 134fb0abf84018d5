extension HTTPSpec {
  static let messageRules: [Rule] = [
    Rule(
      "http.directives.duplicate", .derived,
      "When a directive occurs twice with different values, the first counts or the response is stale; when two directives contradict each other, the stricter counts.",
      from: section("4.2.1"), because: "RFC 9111, 4.2.1 gives both as advice: a later, laxer value must not win.",
      since: .v2, about: .responseDuplicates),
    Rule(
      "http.directives.quoted", .derived, "A number in quotes counts as that number.", from: section("5.2"),
      because:
        "RFC 9111, 5.2 asks recipients to accept it, though no sender may generate it: reading the value is better than losing it.",
      since: .v2, about: .responseQuotedNumber),
    Rule(
      "http.directives.escapes", .must,
      "In a quoted value, a quote after one backslash does not end the value, and a quote after two backslashes does. The first backslash is not part of the value.",
      from: section("5.2"), Citation(.rfc9110, "5.6.4"), since: .v2, about: .responseEscapes),
    Rule(
      "http.immutable", .must,
      "A response with `immutable` is revalidated once it is stale, like any other.",
      from: Citation(.rfc8246, "2"), section("4.2"), since: .v2, about: .responseImmutable),
    Rule(
      "http.immutable.reload", .open,
      "What a request with `max-age=0` gets when a fresh response with `immutable` is stored.",
      from: Citation(.rfc8246, "2"),
      because: "RFC 8246, 2 asks clients not to revalidate it, and RFC 9111, 5.2.1.1 is advice as well.", since: .v2),
    Rule(
      "http.range.partial", .must,
      "A request for a part of a resource is answered with that part, by 206, a `Content-Range` and no other `Content-Length` than the part's, or with the whole, or with 416 where the part starts beyond the end. A part, requested or not, is never served as a different part or as a whole that it is not, whether alone or combined with a part of another version.",
      from: section("3.3"), section("3.4"), Citation(.rfc9110, "14.2"), Citation(.rfc9110, "15.3.7"),
      Citation(.rfc9110, "13.1.5"), since: .v2,
      about: .responseRange),
    Rule(
      "http.headers.stored", .must,
      "Every header field of a response is stored, except those for a proxy, `Proxy-Authenticate`, `Proxy-Authentication-Info` and `Proxy-Authorization`, and possibly those for a connection.",
      from: section("3.1"), since: .v2, about: .responseHopByHop),
    Rule(
      "http.headers.connection", .open,
      "Header fields for a connection (`Connection` and the fields that it names, `Keep-Alive`, `Proxy-Connection`, `TE`, `Transfer-Encoding`, `Upgrade`) are stored, or not.",
      from: section("3.1"), Citation(.rfc9110, "7.6.1"),
      because:
        "These fields have to be removed before a message is forwarded, which may be before it is stored; but a client forwards none.",
      since: .v2),
    Rule(
      "http.headers.age-sent", .must,
      "A stored response that is served without revalidation carries an `Age` that is its current age in seconds.",
      from: section("4"), section("5.1"), since: .v2, about: .responseAgeSent),
    Rule(
      "http.message.invalid", .open,
      "What happens to a response with a status above 599, a `Content-Length` that is not that of its body, or a CR, LF or NUL in a header field.",
      from: section("3.3"), Citation(.rfc9110, "5.5"), Citation(.rfc9110, "8.6"), Citation(.rfc9110, "15"),
      because:
        "RFC 9110 has the recipient of the message repair or reject it, and the recipient need not be the cache.",
      since: .v2),
  ]
}
