extension Document {
  /// The standard for HTTP caches.
  public static let rfc9111 = Document(
    name: "RFC 9111", title: "HTTP Caching", link: "https://www.rfc-editor.org/rfc/rfc9111",
    sections: [
      .rfc("1.2.2", "Delta Seconds"), .rfc("3", "Storing Responses in Caches"),
      .rfc("3.1", "Storing Header and Trailer Fields"), .rfc("3.2", "Updating Stored Header Fields"),
      .rfc("3.3", "Storing Incomplete Responses"), .rfc("3.4", "Combining Partial Content"),
      .rfc("3.5", "Storing Responses to Authenticated Requests"), .rfc("4", "Constructing Responses from Caches"),
      .rfc("4.1", "Calculating Cache Keys with the Vary Header Field"), .rfc("4.2", "Freshness"),
      .rfc("4.2.1", "Calculating Freshness Lifetime"), .rfc("4.2.2", "Calculating Heuristic Freshness"),
      .rfc("4.2.3", "Calculating Age"), .rfc("4.2.4", "Serving Stale Responses"),
      .rfc("4.3.1", "Sending a Validation Request"), .rfc("4.3.2", "Handling a Received Validation Request"),
      .rfc("4.3.3", "Handling a Validation Response"), .rfc("4.3.4", "Freshening Stored Responses upon Validation"),
      .rfc("4.3.5", "Freshening Responses with HEAD"), .rfc("4.4", "Invalidating Stored Responses"),
      .rfc("5.1", "Age"), .rfc("5.2", "Cache-Control"), .rfc("5.2.1.1", "max-age"), .rfc("5.2.1.2", "max-stale"),
      .rfc("5.2.1.3", "min-fresh"), .rfc("5.2.1.4", "no-cache"), .rfc("5.2.1.5", "no-store"),
      .rfc("5.2.1.7", "only-if-cached"), .rfc("5.2.2.1", "max-age"), .rfc("5.2.2.2", "must-revalidate"),
      .rfc("5.2.2.3", "must-understand"), .rfc("5.2.2.4", "no-cache"), .rfc("5.2.2.5", "no-store"),
      .rfc("5.2.2.7", "private"), .rfc("5.2.2.10", "s-maxage"), .rfc("5.3", "Expires"), .rfc("5.4", "Pragma"),
    ])

  /// The standard for HTTP itself.
  public static let rfc9110 = Document(
    name: "RFC 9110", title: "HTTP Semantics", link: "https://www.rfc-editor.org/rfc/rfc9110",
    sections: [
      .rfc("5.1", "Field Names"), .rfc("5.3", "Field Order"), .rfc("5.5", "Field Values"),
      .rfc("5.6.4", "Quoted Strings"), .rfc("5.6.7", "Date/Time Formats"), .rfc("7.6.1", "Connection"),
      .rfc("8.6", "Content-Length"), .rfc("8.8.3", "ETag"), .rfc("8.8.3.2", "Comparison"),
      .rfc("9.3", "Method Definitions"), .rfc("9.3.2", "HEAD"), .rfc("9.3.3", "POST"), .rfc("9.3.7", "OPTIONS"),
      .rfc("13.1.2", "If-None-Match"), .rfc("13.1.3", "If-Modified-Since"), .rfc("13.1.5", "If-Range"),
      .rfc("13.2.1", "When to Evaluate"), .rfc("13.2.2", "Precedence of Preconditions"), .rfc("14.2", "Range"),
      .rfc("15", "Status Codes"), .rfc("15.1", "Overview of Status Codes"), .rfc("15.3.7", "206 Partial Content"),
      .rfc("15.4", "Redirection 3xx"), .rfc("15.4.5", "304 Not Modified"),
    ])

  /// Two extensions for stale responses.
  public static let rfc5861 = Document(
    name: "RFC 5861", title: "HTTP Cache-Control Extensions for Stale Content",
    link: "https://www.rfc-editor.org/rfc/rfc5861",
    sections: [
      .rfc("3", "The stale-while-revalidate Cache-Control Extension"),
      .rfc("4", "The stale-if-error Cache-Control Extension"),
    ])

  /// The directive for responses that do not change while they are fresh.
  public static let rfc8246 = Document(
    name: "RFC 8246", title: "HTTP Immutable Responses", link: "https://www.rfc-editor.org/rfc/rfc8246",
    sections: [.rfc("2", "The Immutable Cache-Control Extension")])
}
