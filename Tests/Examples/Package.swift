// swift-tools-version: 6.3
import PackageDescription

func conformance(_ product: String) -> Target.Dependency { .product(name: product, package: "swift-cache-conformance") }

let package = Package(
  name: "MyStore",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://example.com/swift-cache-conformance.git", from: "1.0.0")],
  targets: [
    .target(name: "MyStore", dependencies: [conformance("ResponseKit")]),
    .executableTarget(name: "storespec", dependencies: [conformance("CacheConformanceCommand"), "MyStore"]),
    .testTarget(name: "MyStoreTests", dependencies: [conformance("ResponseConformance"), "MyStore"]),
  ]
)
