/// How such a cache works, for the beginning of the chapter's page.
extension HTTPSpec {
  static let story: [StoryStep] = [
    StoryStep(
      "Stored",
      .init(
        "The answer to a GET is stored with its header fields, unless it says `no-store`.",
        "http.headers.stored", "http.store.no-store"),
      .init(
        "It answers only requests for the same URL that agree in the fields which its `Vary` names.",
        "http.vary.matches", "http.vary.star")),
    StoryStep(
      "Fresh",
      .init(
        "It is fresh while it is younger than its `max-age` or, without one, until its `Expires`; without either, for a *heuristic* lifetime, which the cache estimates.",
        "http.fresh.max-age", "http.fresh.expires", "http.fresh.heuristic"),
      .init(
        "Its age is what `Age` and `Date` say when it arrives, plus the time since then.",
        "http.age.header", "http.age.date", "http.age.resident"),
      .init(
        "While it is fresh it is served without a request, with its age.",
        "http.fresh.max-age", "http.headers.age-sent")),
    StoryStep(
      "Checked",
      .init(
        "Once it is stale, and each time if it says `no-cache`, it is *revalidated*: the origin is asked, by its `ETag` or else by its `Last-Modified`, whether it has changed.",
        "http.store.no-cache", "http.revalidate.etag", "http.revalidate.last-modified"),
      .init("A 304 says that it has not: it is served, and is fresh again.", "http.revalidate.not-modified"),
      .init("A 200 replaces it.", "http.revalidate.changed"),
      .init(
        "If the origin is down, the caller gets an error or the stale response, but never one that says `must-revalidate`.",
        "http.stale.disconnected", "http.stale.must-revalidate")),
    StoryStep(
      "Invalidated",
      .init("A POST, PUT, PATCH or DELETE always goes to the origin.", "http.store.unsafe-forwarded"),
      .init(
        "If it succeeds, what is stored for its URL is no longer served unchecked.", "http.invalidate.unsafe-method")),
  ]
}
