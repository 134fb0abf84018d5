/// What the public suite http-tests/cache-tests tries and this chapter once did not: for each kind of input the scenarios
/// that have it, or why none does. `LedgerTests` holds that the scenarios exist.
enum HTTPCoverage {
  /// Every kind of input, in the order in which the two suites were compared.
  static let entries = [lifetimes, matching, inPart, found].flatMap(\.self)

  /// A kind of input.
  struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// The input, in our words.
    let description: String
    /// What accounts for it.
    let account: Account

    fileprivate init(_ description: String, _ account: Account) {
      self.description = description
      self.account = account
    }
  }

  /// The ways to account for an input.
  enum Account: Hashable, Sendable {
    /// These scenarios have it.
    case scenarios([String])
    /// No scenario has it, for this reason.
    case none(because: String)

    fileprivate static func rows(_ ids: String...) -> Self { .scenarios(ids) }
  }

  /// Lifetimes, ages, dates, statuses and directives that no row had.
  // swift-format-ignore
  private static let lifetimes: [Entry] = [
    Entry("white space before the = of max-age",               .rows("http.directives.malformed[max-age =60]")),
    Entry("white space after the = of max-age",                .none(because: "RFC 9111, 4.2.1 leaves it open as it does white space before it, which has a row")),
    Entry("max-age with leading zeros",                        .rows("http.fresh.max-age[max-age=0060]")),
    Entry("max-age in single quotes",                          .rows("http.directives.invalid[max-age='60']")),
    Entry("max-age with a decimal fraction",                   .rows("http.directives.malformed[max-age=60.5]")),
    Entry("max-age with a fraction of zero",                   .none(because: "RFC 9111, 4.2.1 leaves it open as it does any other fraction, which has a row")),
    Entry("an Age that is a word",                             .rows("http.age.invalid[Age: old]")),
    Entry("an Age with a decimal fraction",                    .none(because: "RFC 9111, 5.1 prefers (SHOULD) that an invalid Age is ignored, as a word is, which has a row")),
    Entry("a list in Age, the greater number first",           .rows("http.age.list[120 first in a list]")),
    Entry("two lines of Age, the greater number first",        .rows("http.age.list[120 in the first of two lines]")),
    Entry("a list in Age, the lesser number first",            .rows("http.age.invalid[0 first in a list]")),
    Entry("two lines of Age, the lesser number first",         .none(because: "two lines mean the same as a list (RFC 9110, 5.3), which has a row")),
    Entry("Age twice with 0",                                  .none(because: "the age is 0 whether the first member counts or the field is ignored (RFC 9111, 5.1)")),
    Entry("an Age with a parameter",                           .rows("http.age.invalid[a parameter]")),
    Entry("Expires before a Date that is ahead",               .rows("http.fresh.expires[Expires before a Date in the future]")),
    Entry("an invalid Date beside Expires",                    .rows("http.fresh.date-variants[an invalid Date]")),
    Entry("weekday and month in another letter case",          .rows("http.fresh.date-variants[a weekday in capitals]", "http.fresh.date-variants[a month in small letters]")),
    Entry("GMT in another letter case",                        .none(because: "RFC 9111, 4.2 prefers (SHOULD) that letter case does not matter; two parts of a date have rows")),
    Entry("UTC in place of GMT",                               .rows("http.fresh.date-variants[UTC in place of GMT]")),
    Entry("a zone other than GMT and UTC",                     .none(because: "RFC 9111, 4.2 prefers (SHOULD) that it makes a date invalid, as UTC does, which has a row")),
    Entry("a malformed date in Expires",                       .rows("http.fresh.expires-invalid[a two-digit year]", "http.fresh.expires-invalid[two spaces in place of one]", "http.fresh.expires-invalid[hyphens in the date]", "http.fresh.expires-invalid[periods in the time]", "http.fresh.expires-invalid[a one-digit hour]")),
    Entry("must-revalidate while fresh",                       .rows("http.fresh.max-age[must-revalidate beside max-age]")),
    Entry("status 504 or 599 without a lifetime",              .none(because: "RFC 9110, 15.1 allows a heuristic lifetime to no 5xx but 501; 500 and 503 have rows")),
    Entry("status 400, 499, 504 or 599 with max-age",          .none(because: "RFC 9111, 3 treats all of them as it does 404, 503 and 299, which have rows")),
    Entry("must-understand beside no-store",                   .rows("http.store.must-understand[200, max-age=60, must-understand, no-store]")),
    Entry("a request with no-store for a fresh response",      .rows("http.request.no-store[a fresh response is stored]")),
    Entry("an unknown word in Pragma",                         .none(because: "RFC 9111, 5.4 gives it no meaning, and a cache that checks a fresh response is right")),
    Entry("Pragma: no-cache in a response",                    .rows("http.directives.pragma[beside max-age]")),
    Entry("Pragma: no-cache in a response without a lifetime", .none(because: "no cache has to serve by a heuristic lifetime (RFC 9111, 4.2.2)")),
  ]

  /// Variants, conditions and header fields that no row had.
  // swift-format-ignore
  private static let matching: [Entry] = [
    Entry("values in one line and in two, for Vary",                  .rows("http.vary.normalized[two lines in place of one]")),
    Entry("values in another form, for Vary",                         .rows("http.vary.normalized[white space]", "http.vary.normalized[letter case]", "http.vary.normalized[order]", "http.vary.normalized[the same language by weight]")),
    Entry("several stars in Vary",                                    .rows("http.vary.star[in both of two lines]")),
    Entry("an empty member in Vary",                                  .rows("http.vary.star[after an empty member, before a field]")),
    Entry("the app's own condition on a stale response, by tag",      .rows("http.conditions.own[its tag, stale but unchanged at the origin]")),
    Entry("the app's own condition on a stale response, by date",     .none(because: "a cache may leave the condition to the origin (RFC 9111, 4.3.2), which compares the date itself")),
    Entry("the app's own condition by a date in another format",      .none(because: "a cache may leave the condition to the origin (RFC 9111, 4.3.2), whatever the format")),
    Entry("entity tags without quotes",                               .rows("http.conditions.malformed[no quotes in the request]", "http.conditions.malformed[no quotes in the stored tag]")),
    Entry("entity tags without quotes on both sides",                 .none(because: "RFC 9110, 8.8.3 leaves it open as it does one such tag; both sides have a row")),
    Entry("a malformed W/ in an entity tag",                          .none(because: "RFC 9110, 8.8.3 leaves open how a malformed tag is compared, as it does missing quotes")),
    Entry("letters outside ASCII in an entity tag",                   .none(because: "RFC 9110, 5.5 has them as opaque bytes, which the client's library writes and reads")),
    Entry("a stale response whose tag has no quotes",                 .none(because: "RFC 9110, 8.8.3 does not say how it is used; a check by it or without it is right")),
    Entry("a weak tag for a strong one",                              .rows("http.conditions.met[a weak tag for a strong one]")),
    Entry("a list of tags, of which one matches",                     .rows("http.conditions.met[its tag second in a list]")),
    Entry("the app's own condition while nothing is stored",          .rows("http.store.status[a 304 answered the app's own condition]")),
    Entry("the app's own tag without quotes while nothing is stored", .none(because: "the app's own field is sent by the client's library, and no cache has to mend it")),
    Entry("Proxy-Authorization and Transfer-Encoding in a response",  .rows("http.headers.stored[Proxy-Authorization]", "http.headers.connection[Transfer-Encoding]")),
    Entry("Proxy-Connection in a response",                           .none(because: "kept or left out, as Connection and Keep-Alive, which have rows (RFC 9111, 3.1)")),
    Entry("Content-Encoding, -Type and -Range of a 304",              .rows("http.revalidate.content-fields[Content-Encoding]", "http.revalidate.content-fields[Content-Type]", "http.revalidate.content-fields[Content-Range]")),
    Entry("Content-Location of a 304",                                .rows("http.revalidate.not-modified[the 304 has another Content-Location]")),
    Entry("Content-Length of a 304",                                  .rows("http.revalidate.not-modified[the 304 has a Content-Length of 0]")),
    Entry("the header fields of combined parts",                      .none(because: "no cache has to keep or combine parts (RFC 9111, 3.3 and 3.4)")),
    Entry("Date and Expires of what is served",                       .rows("http.headers.stored[Date and Expires of years ago]")),
    Entry("Content-Disposition",                                      .rows("http.headers.stored[fields that a client acts on]")),
    Entry("Content-Disposition without a lifetime",                   .none(because: "no cache has to serve by a heuristic lifetime (RFC 9111, 4.2.2)")),
    Entry("a request with Cookie, without Vary",                      .none(because: "a field that Vary does not name (RFC 9111, 4.1), as X-Size, which has a row")),
    Entry("interim responses",                                        .none(because: "RFC 9110, 15.2: the client's library reads them, and a cache sees the final response")),
  ]

  /// Inputs of which rows had a part.
  // swift-format-ignore
  private static let inPart: [Entry] = [
    Entry("max-age=2147483648",                                        .rows("http.headers.stored[Date and Expires of years ago]")),
    Entry("max-age one less, one more and up to 10^11",                .none(because: "RFC 9111, 1.2.2 has one bound, 2^31; the bound and far greater numbers have rows")),
    Entry("max-age=9223372036854775807 and more",                      .rows("http.directives.invalid[2^63 - 1, and so in stale-while-revalidate]", "http.directives.invalid[2^64, and more in stale-while-revalidate]", "http.directives.invalid[max-age=99999999999999999999999]")),
    Entry("s-maxage in a line of its own",                             .rows("http.fresh.s-maxage-ignored[s-maxage longer than max-age, in its own line]")),
    Entry("max-age in two lines, the greater first",                   .none(because: "two lines mean the same as a list (RFC 9110, 5.3), which has a row")),
    Entry("max-age before quotes that contain it",                     .rows("http.directives.syntax[max-age=60 inside later quotes]")),
    Entry("Age: 2147483648",                                           .rows("http.age.header[Age: 2147483648]")),
    Entry("Age: 99999999999",                                          .rows("http.age.header[an enormous Age]")),
    Entry("Age: 2147483647",                                           .none(because: "RFC 9111, 1.2.2 has one bound, 2^31; the bound, greater and lesser numbers have rows")),
    Entry("Age above the lifetime by Expires, Date behind",            .rows("http.fresh.expires[Age above the age by Date]")),
    Entry("Age above the lifetime by Expires, Date ahead",             .rows("http.fresh.expires[Age beyond the lifetime]")),
    Entry("Expires after 2106",                                        .rows("http.fresh.expires-invalid[a valid future date]")),
    Entry("two malformed lines of Expires",                            .rows("http.fresh.expires-invalid[Expires: 0 in two lines]")),
    Entry("no-cache that names a list of fields",                      .rows("http.store.no-cache[no-cache names a field]")),
    Entry("status 299, stale",                                         .rows("http.store.status-kept[299, max-age=60, 1 min later]")),
    Entry("status 599, must-understand and no-store",                  .rows("http.store.status[599, max-age=60, must-understand, no-store]")),
    Entry("a request with max-age=0 for a new response",               .rows("http.request.max-age[max-age=0 for a new response]")),
    Entry("a request with max-stale for what is stale by Age",         .none(because: "RFC 9111, 5.2.1 makes it advice: either answer is right, as for what is stale by time")),
    Entry("a request with no-cache for a response with a date",        .none(because: "RFC 9111, 5.2.1 makes it advice, and 4.3.1 leaves open by which date is checked")),
    Entry("one of two fields that Vary names is absent later",         .rows("http.vary.matches[a field named in a second line]")),
    Entry("the request's fields in another order",                     .rows("http.vary.matches[the same fields in another order]")),
    Entry("one of three fields that Vary names is in neither request", .none(because: "fields are compared one by one (RFC 9111, 4.1): one in neither request has a row")),
    Entry("Vary with a star before a field",                           .rows("http.vary.star[after an empty member, before a field]")),
    Entry("the tag of another variant in a check",                     .none(because: "a request may name the tags of all that is stored for the URL (RFC 9111, 4.3.1)")),
    Entry("Content-Encoding among stored fields",                      .rows("http.headers.stored[Content-Encoding]")),
    Entry("Content-Location, -Range and -Type among stored fields",    .rows("http.headers.stored[fields that a client acts on]")),
    Entry("the fields of a HEAD are taken over",                       .rows("http.head.taken-over[an unknown field]", "http.head.taken-over[a longer max-age]")),
    Entry("fields that a HEAD lacks",                                  .none(because: "RFC 9111, 4.3.5 prefers (SHOULD) that a HEAD updates what is stored, and leaves its own answer open")),
    Entry("Location and Content-Location after a POST",                .rows("http.invalidate.location[Location]", "http.invalidate.location[Content-Location]")),
    Entry("Location and Content-Location after other unsafe methods",  .none(because: "RFC 9111, 4.4 leaves it open for all unsafe methods alike")),
    Entry("the same part again, or a part of it",                      .none(because: "no cache has to keep parts (RFC 9111, 3.3); wrong bytes show when another part is requested")),
    Entry("the Age that is sent, with a lifetime by Expires",          .rows("http.headers.age-sent[a lifetime by Expires, a minute after loading]")),
  ]

  /// Inputs whose rows were lost for a while.
  // swift-format-ignore
  private static let found: [Entry] = [
    Entry("max-age inside quotes that come first", .rows("http.directives.syntax[max-age=60 inside another directive's quotes]")),
    Entry("Set-Cookie among stored fields",        .rows("http.headers.stored[fields that a client acts on]")),
    Entry("public beside no-store",                .rows("http.store.no-store[beside public]")),
  ]
}
