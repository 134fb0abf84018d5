extension HTTPSpec {
  static let messageRules: [Rule] = [
    Rule(
      "http.directives.duplicate", .derived,
      "Of a directive that is given twice, with two values, the first counts or the response is stale; of two that contradict each other the stricter counts.",
      from: section("4.2.1"), because: "RFC 9111, 4.2.1 has both as advice: a later, laxer value must not win.",
      since: .v2, about: .responseDuplicates),
    Rule(
      "http.directives.quoted", .derived, "A number in quotes counts as the number.", from: section("5.2"),
      because: "RFC 9111, 5.2 asks it of who reads, though no sender may write it: it is better read than lost.",
      since: .v2, about: .responseQuotedNumber),
    Rule(
      "http.directives.escapes", .must,
      "A quote after a backslash does not end a quoted value, after two it does; the first is no part of the value.",
      from: section("5.2"), Citation(.rfc9110, "5.6.4"), since: .v2, about: .responseEscapes),
    Rule(
      "http.immutable", .derived,
      "A response with `immutable` is served while it is fresh, and checked once it is stale, as any other.",
      from: Citation(.rfc8246, "2"), because: "RFC 8246, 2 has it as a SHOULD: the promise ends with freshness.",
      since: .v2, about: .responseImmutable),
    Rule(
      "http.immutable.reload", .open, "What a request with `max-age=0` gets of a fresh response with `immutable`.",
      from: Citation(.rfc8246, "2"),
      because: "RFC 8246, 2 asks clients not to check it, and RFC 9111, 5.2.1.1 is advice as well.", since: .v2),
    Rule(
      "http.range.partial", .must,
      "A request for a part of a resource is answered with that part, by 206, a `Content-Range` and no `Content-Length` but the part's, or with the whole; where it starts beyond the end, there may be 416; and a part, asked for or not, is never served as another part, or as the whole that it is not, alone or put together with one of another version.",
      from: section("3.3"), section("3.4"), Citation(.rfc9110, "14.2"), Citation(.rfc9110, "15.3.7"),
      Citation(.rfc9110, "13.1.5"),
      since: .v2,
      about: .responseRange),
    Rule(
      "http.headers.stored", .must,
      "Every header field is stored but those that are for a proxy, `Proxy-Authenticate` and `Proxy-Authentication-Info`, and maybe those that are for a connection.",
      from: section("3.1"), since: .v2, about: .responseHopByHop),
    Rule(
      "http.headers.connection", .open,
      "Header fields that are for a connection, `Connection` and what it names, `Keep-Alive`, `TE`, `Upgrade`, are stored, or not.",
      from: section("3.1"), Citation(.rfc9110, "7.6.1"),
      because:
        "They have to go before a message is forwarded, which may be before it is stored; and a client forwards none.",
      since: .v2),
    Rule(
      "http.headers.age-sent", .must,
      "A stored response that is served without a check carries an `Age` that is its current age in seconds.",
      from: section("4"), section("5.1"), since: .v2, about: .responseAgeSent),
    Rule(
      "http.message.invalid", .open,
      "What is made of a status above 599, a `Content-Length` that is not the body's, or a CR, LF or NUL in a field.",
      from: section("3.3"), Citation(.rfc9110, "5.5"), Citation(.rfc9110, "8.6"), Citation(.rfc9110, "15"),
      because: "RFC 9110 has it mended or refused by who reads the message, which need not be the cache.", since: .v2),
  ]
}
