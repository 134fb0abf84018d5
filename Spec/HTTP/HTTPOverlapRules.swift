extension HTTPSpec {
  static let overlapRules: [Rule] = [
    Rule(
      "http.overlap.reusable", .must,
      "The response to a request in flight answers another load only if it may be stored, and may be served to that load.",
      from: Citation(.rfc9111, "4"), about: .responseUnderWay),
    Rule(
      "http.overlap.late-answer", .open,
      "Which of two responses is stored when two loads of one resource overlap and the older response arrives last.",
      from: Citation(.rfc9111, "4"),
      because:
        "RFC 9111, 4 has the most recent of several stored responses used, and requires no cache to keep several."),
    Rule(
      "http.overlap.changed-meanwhile", .open,
      "Whether the response to a load that was in flight while another method changed the resource is stored.",
      from: Citation(.rfc9111, "4.4"),
      because: "RFC 9111, 4.4 invalidates what is stored, and this response is not stored yet."),
    Rule(
      "http.overlap.removed-meanwhile", .open,
      "Whether a response that was removed while it was being revalidated is stored again when it is confirmed.",
      from: Citation(.rfc9111, "4.3.4"),
      because: "Removal applies to what is stored, and confirmation to what was stored when the request was made."),
  ]
}
