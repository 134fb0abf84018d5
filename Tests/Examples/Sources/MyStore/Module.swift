public import ResponseKit

public let myStore = CacheModule(
  "mystore", summary: "my store", command: "storespec", lacking: [.disk: "it is in memory"],
  deviations: [
    KnownDeviation("response.store.key[fragment]", because: "the key is the whole URL", link: "https://example.com/1")
  ],
  [.responseStore { place, capacity, world in MyStore(capacity, world) }])
