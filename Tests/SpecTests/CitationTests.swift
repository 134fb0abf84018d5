import CacheSpecChapters
import Testing

@Suite("Citations and stories")
struct CitationTests {
  private static let citations = Set(Chapters.all.flatMap(\.rules).flatMap(\.citations))
    .sorted { "\($0)" < "\($1)" }

  @Test("Every citation names a section that its document lists", arguments: citations)
  func isListed(_ citation: Citation) {
    let listed = citation.document.sections.contains { $0.heading == citation.heading }
    #expect(listed, "enter the section in its document (Spec/Structure/Documents.swift or Standards.swift)")
    let isWhole = citation.document.sections.count == 1 || citation.heading == citation.document.title
    #expect(isWhole || citation.link.contains("#"), "give its section an anchor")
    // A number alone says nothing to a reader.
    if citation.heading.first?.isNumber == true { #expect(citation.title != citation.heading) }
  }

  @Test(
    "A citation leads to its section, as far as its address is known",
    arguments: [
      (Citation(.rfc9111, "4.2"), "RFC 9111, '4.2 Freshness'", "https://www.rfc-editor.org/rfc/rfc9111#section-4.2"),
      (
        Citation(.apple, "Access the Cache Directly"), "Apple, 'Access the Cache Directly'",
        "https://developer.apple.com/documentation/foundation/accessing-cached-data#Access-the-cache-directly"
      ),
      (
        Citation(.revenueCat, "When to use invalidateCustomerInfoCache()?"),
        "RevenueCat, 'When to use invalidateCustomerInfoCache()?'",
        "https://www.revenuecat.com/docs/test-and-launch/debugging/caching#when-to-use-invalidatecustomerinfocache"
      ),
      (
        Citation(.adapty, "How the layers work together"), "Adapty, 'How the layers work together'",
        "https://github.com/adaptyteam/adapty-docs/blob/890a7acc61b638755ba50d3f2e16d0722e326bc8"
          + "/versioned_docs/version-3.0/ios-caching-system.md#how-the-layers-work-together"
      ),
      (Citation(Document(name: "Acme", title: "A", link: "https://acme.test"), "B"), "Acme, 'B'", "https://acme.test"),
    ])
  func leadsToSection(_ citation: Citation, _ text: String, _ link: String) {
    #expect(citation.description == text)
    #expect(citation.link == link)
  }

  @Test("The sections of a standard are listed in its order", arguments: [Document.rfc9111, .rfc9110, .rfc5861])
  func areInOrder(_ document: Document) {
    let numbers = document.sections.map { $0.heading.split(separator: ".").compactMap { Int($0) } }
    for (one, next) in zip(numbers, numbers.dropFirst()) {
      #expect(one.lexicographicallyPrecedes(next), "\(one) before \(next)")
    }
  }

  @Test("Every chapter has a story, each sentence of which names rules of the chapter", arguments: ChapterShape.all)
  func storiesNameRules(_ chapter: ChapterShape) {
    #expect(!chapter.story.isEmpty, "tell how such a cache works (story:)")
    let known = Set(chapter.rules.map(\.id))
    for sentence in chapter.story.flatMap(\.sentences) {
      #expect(!sentence.rules.isEmpty, "'\(sentence.text)' names no rule")
      #expect(sentence.rules.filter { !known.contains($0) } == [], "'\(sentence.text)' names what is no rule")
      #expect(sentence.text.hasSuffix("."), "'\(sentence.text)' has no period")
    }
  }

  @Test(
    "Durations are said as a person says them",
    arguments: [
      (Duration.zero, "0 s"), (.seconds(61), "61 s"), (.seconds(400), "400 s"), (.milliseconds(1200), "1.2 s"),
      (.hours(2), "2 h"), (.seconds(86_399), "23 h 59 min 59 s"), (.days(10), "10 days"), (.days(365), "1 year"),
      (.days(3650), "10 years"), (.seconds(1_577_923_200), "50 years"),
    ])
  func spoken(_ duration: Duration, _ text: String) { #expect(duration.spoken == text) }
}
