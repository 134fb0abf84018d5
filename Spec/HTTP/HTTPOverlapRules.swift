extension HTTPSpec {
  static let overlapRules: [Rule] = [
    Rule(
      "http.overlap.reusable", .must,
      "The answer to a request that is under way answers another load only where it may be stored, and served to that one.",
      from: Citation(.rfc9111, "4"), about: .responseUnderWay),
    Rule(
      "http.overlap.late-answer", .open,
      "Two loads of one resource overlap, and the older answer comes last: which of the two is stored.",
      from: Citation(.rfc9111, "4"),
      because: "RFC 9111, 4 has the most recent of several stored responses used, and asks no cache to keep several."),
    Rule(
      "http.overlap.changed-meanwhile", .open,
      "Whether the answer to a load is stored that was under way while a method changed the resource.",
      from: Citation(.rfc9111, "4.4"), because: "RFC 9111, 4.4 invalidates what is stored, and this is not yet."),
    Rule(
      "http.overlap.removed-meanwhile", .open,
      "Whether what was removed while it was checked is stored again when it is confirmed.",
      from: Citation(.rfc9111, "4.3.4"),
      because: "Removing is said of what is stored, and confirming of what was stored when it was asked for."),
  ]
}
