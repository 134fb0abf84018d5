public import CacheSpec

extension Subject where Action == ResponseAction {
  /// A store alone, held against the rules for stores.
  public static func responseStore<Store: ResponseStoreModule>(_ store: Store.Type) -> Self {
    let lacking = Store.lacking.merging([.loader: "the module is a store alone"]) { own, _ in own }
    return Self(lacking: lacking) {
      try ResponseChecker<Store>(lacking: lacking, transport: .inProcess, loader: nil)
    }
  }

  /// A loader and the store that it uses.
  public static func responseLoader<Loader: ResponseLoaderModule>(_ loader: Loader.Type) -> Self {
    Self(lacking: Loader.Store.lacking) {
      try ResponseChecker<Loader.Store>(
        lacking: Loader.Store.lacking, transport: Loader.transport,
        loader: .init(make: { try await Loader($0, in: $1) }, shared: { try await Loader.sharedStore(in: $0) }))
    }
  }
}

extension [Suite] {
  /// The chapters that hold for a store alone.
  public static func responseStore<Store: ResponseStoreModule>(
    _ store: Store.Type, deviations: [KnownDeviation] = []
  ) -> Self {
    [Suite(ResponseSpec.chapter, .responseStore(store).deviating(deviations))]
  }

  /// The chapters that hold for a loader with its store.
  public static func responseLoader<Loader: ResponseLoaderModule>(
    _ loader: Loader.Type, deviations: [KnownDeviation] = []
  ) -> Self {
    let subject = Subject.responseLoader(loader).deviating(deviations)
    return [Suite(ResponseSpec.chapter, subject), Suite(HTTPSpec.chapter, subject)]
  }
}
