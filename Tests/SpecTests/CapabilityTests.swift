import CacheSpecChapters
import Testing

@testable import ResponseRules

@Suite("Capabilities")
struct CapabilityTests {
  /// The topics of which a module loses scenarios that lacks a capability. Where one is new, a scenario needs the
  /// capability that is about something else: should it?
  private static let costs = """
    adaptivePolicy: paywall.adaptive, paywall.preload, paywall.refresh
    apparentAge: http.age, http.fresh, http.headers, http.immutable, http.revalidate, http.stale, http.vary,
      response.policy, response.store
    backgroundSessions: response.will-cache
    backgroundUpdates: paywall.background, paywall.cache, paywall.lifecycle, paywall.overlap, paywall.policy,
      paywall.priority
    capacity: response.remove, response.store, response.usage
    customerListener: customer.listener, customer.login, customer.logout, customer.policy, customer.purchase
    debugLog: customer.log, customer.login, customer.logout
    directAccess: normalized.clear, normalized.keys, normalized.kinds, normalized.mutation, normalized.read,
      normalized.records, normalized.remove, normalized.sqlite, normalized.transaction, normalized.update,
      normalized.watch
    directStoring: http.invalidate, response.load, response.remove, response.session, response.storage,
      response.store, response.usage, response.will-cache
    disk: http.age, http.invalidate, http.vary, response.remove, response.scheme, response.session,
      response.storage, response.store, response.usage, response.will-cache
    earlierFormat: customer.info
    ephemeralSessions: response.session, response.will-cache
    errorInterceptor: normalized.policy
    exactIntegers: normalized.values
    fallbackFile: paywall.cache, paywall.fallback, paywall.input, paywall.lifecycle, paywall.policy,
      paywall.priority, paywall.refresh
    fileURLs: response.scheme
    https: response.scheme, response.will-cache
    identities: customer.identity, customer.info, customer.invalidate, customer.listener, customer.login,
      customer.logout
    invalidation: customer.identity, customer.invalidate, customer.listener, customer.policy
    invalidationAtOnce: customer.invalidate
    joinedReads: customer.get, customer.offerings
    kill: customer.identity, customer.info, normalized.sqlite, paywall.lifecycle, response.store
    loader: http.age, http.conditions, http.directives, http.fresh, http.head, http.headers, http.immutable,
      http.invalidate, http.message, http.overlap, http.range, http.redirect, http.request, http.revalidate,
      http.stale, http.store, http.vary, response.load, response.policy, response.scheme, response.session,
      response.storage, response.store, response.usage, response.will-cache
    logInAtOnce: customer.login, customer.logout
    logOut: paywall.lifecycle, paywall.overlap
    logOutAtOnce: customer.logout
    manualCleanUp: paywall.lifecycle, paywall.overlap
    memoryCache: normalized.clear, normalized.keys, normalized.kinds, normalized.memory, normalized.policy,
      normalized.remove
    namedAnswers: customer.get
    offerings: customer.configure, customer.get, customer.invalidate, customer.login, customer.logout,
      customer.offerings, customer.policy
    otherStatuses: response.store
    patternRemoval: normalized.kinds, normalized.remove, normalized.sqlite, normalized.transaction
    plainStorage: response.remove, response.session, response.storage
    policy("cachedOrFetched"): customer.foreground, customer.invalidate, customer.policy, customer.restart
    policy("fetchCurrent"): customer.background, customer.configure, customer.foreground, customer.get,
      customer.identity, customer.info, customer.invalidate, customer.listener, customer.log, customer.login,
      customer.logout, customer.offline, customer.policy, customer.purchase, customer.restart, customer.restore
    policy("fetchIgnoringCacheCompletely"): normalized.policy, normalized.watch
    policy("fetchIgnoringCacheData"): normalized.clear, normalized.fragment, normalized.keys, normalized.kinds,
      normalized.memory, normalized.mutation, normalized.overlap, normalized.policy, normalized.read,
      normalized.records, normalized.remove, normalized.sqlite, normalized.transaction, normalized.update,
      normalized.values, normalized.watch
    policy("fromCacheOnly"): customer.background, customer.configure, customer.foreground, customer.get,
      customer.identity, customer.info, customer.invalidate, customer.listener, customer.log, customer.login,
      customer.logout, customer.policy, customer.purchase, customer.restart, customer.restore
    policy("notStaleCachedOrFetched"): customer.info, customer.invalidate, customer.policy
    policy("reloadRevalidatingCacheData"): paywall.adaptive, paywall.policy
    policy("returnCacheDataAndFetch"): normalized.policy, normalized.watch
    policy("returnCacheDataDontFetch"): normalized.clear, normalized.fragment, normalized.keys, normalized.kinds,
      normalized.memory, normalized.mutation, normalized.policy, normalized.read, normalized.records,
      normalized.remove, normalized.sqlite, normalized.transaction, normalized.update, normalized.values,
      normalized.watch
    policy("returnCacheDataElseFetch"): normalized.policy
    policy("returnCacheDataElseLoad"): paywall.adaptive, paywall.background, paywall.cache, paywall.fallback,
      paywall.input, paywall.lifecycle, paywall.overlap, paywall.policy, paywall.priority, paywall.refresh
    policy("returnCacheDataIfNotExpiredElseLoad"): paywall.adaptive, paywall.background, paywall.fallback,
      paywall.lifecycle, paywall.policy
    preloading: paywall.preload
    purchaseAtOnce: customer.purchase
    purchases: customer.get, customer.invalidate, customer.login, customer.logout, customer.policy,
      customer.purchase, customer.restore
    readableStorage: customer.info, customer.login, customer.logout, normalized.clear
    redirects: http.redirect, http.store, response.load
    removalOfAll: http.overlap, response.remove, response.store, response.usage
    removalSince: response.remove, response.store, response.usage
    requestPolicies: http.head, http.headers, http.invalidate, http.store, http.vary, response.load,
      response.policy, response.scheme, response.session
    separateRequests: paywall.cache, paywall.overlap
    sessionStores: response.load, response.session
    sqliteCache: normalized.clear, normalized.keys, normalized.kinds, normalized.policy, normalized.remove,
      normalized.sqlite, normalized.update
    staleResponses: http.directives, http.fresh, http.headers, http.revalidate, http.store, response.store
    startAtOnce: customer.configure, customer.listener, customer.login, customer.logout, customer.restart
    storagePolicies: response.storage, response.store, response.will-cache
    timeOut: paywall.input, paywall.priority
    undoneTransactions: normalized.kinds, normalized.transaction
    unstatedLifetimes: response.policy, response.store
    untypedArguments: normalized.records
    variants: http.conditions, http.head, http.invalidate, http.vary, response.load, response.store
    virtualTime: customer.background, customer.configure, customer.foreground, customer.get, customer.identity,
      customer.info, customer.invalidate, customer.listener, customer.log, customer.login, customer.logout,
      customer.offerings, customer.offline, customer.policy, customer.purchase, customer.restart, customer.restore,
      dashboard.customer-lists, dashboard.failed-computation, dashboard.last-updated, dashboard.overview, http.age, http.fresh, http.head,
      http.headers, http.request, http.revalidate, http.stale, http.store, paywall.adaptive, paywall.background,
      paywall.cache, paywall.fallback, paywall.input, paywall.lifecycle, paywall.overlap, paywall.policy,
      paywall.priority
    watching: normalized.clear, normalized.kinds, normalized.policy, normalized.transaction, normalized.update,
      normalized.watch
    willCache: response.will-cache
    """

  @Test("A scenario goes on as far as a module can, and needs no more than its first part")
  func shortened() throws {
    let whole = try #require(ResponseSpec.scenarios.first { $0.id == "response.remove.one" })
    let part = whole.shortened(lacking: [.disk])
    #expect(!whole.requires.contains(.disk) && whole.shortened(lacking: [.kill]).steps.count == whole.steps.count)
    #expect(part.id == whole.id && part.steps.count < whole.steps.count)
    #expect(part.steps.allSatisfy { !$0.action.requires.contains(.disk) })
  }

  @Test("A capability costs scenarios of these topics, and of no others")
  func costsAreListed() {
    var topics: [String: Set<String>] = [:]
    for scenario in ChapterShape.all.flatMap(\.scenarios) {
      let topic = scenario.rule.text.split(separator: ".").prefix(2).joined(separator: ".")
      for capability in scenario.requires { topics[capability.expression, default: []].insert(topic) }
    }
    let counted = topics.map { "\($0): " + $1.sorted().joined(separator: ", ") }
    let listed = Self.costs.replacing("\n  ", with: " ").split(separator: "\n").map(String.init)
    let advice = "Does the row need the capability for what it is about? Then enter its topic in CapabilityTests.costs."
    #expect(Set(listed).subtracting(counted).sorted() == [], "listed, and not so. \(advice)")
    #expect(Set(counted).subtracting(listed).sorted() == [], "not listed. \(advice)")
  }
}
