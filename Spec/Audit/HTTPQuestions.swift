extension Questions {
  /// What the standard for HTTP caches leaves to a private cache.
  static let http = [
    Question(
      "Does a response to a request with credentials answer a later one?",
      http: "shared caches are kept from it, private ones are not",
      decided: "either, and recorded", by: "http.store.authorization"),
    Question(
      "Does what answered a POST answer a GET?",
      http: "it may, with freshness and its own location as Content-Location",
      decided: "with both, either and recorded; else never", by: "http.store.post-kept", "http.store.methods"),
    Question(
      "How many variants of one resource are kept?", http: "it speaks of several, and asks for none",
      decided: "either, and recorded; whatever is kept answers its own requests only", by: "http.vary.several",
      "http.vary.matches"),
  ]
}
