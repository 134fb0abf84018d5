// swift-tools-version: 6.3
import PackageDescription

let conformance = ["CacheConformance", "CacheConformanceCommand", "CacheConformanceTesting", "CacheSpec"]
  .map { Target.Dependency.product(name: $0, package: "swift-cache-conformance") }

let package = Package(
  name: "MyStore",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://example.com/swift-cache-conformance.git", from: "1.0.0")],
  targets: [
    .target(name: "MyStore", dependencies: conformance),
    .executableTarget(name: "storespec", dependencies: conformance + ["MyStore"]),
    .testTarget(name: "MyStoreTests", dependencies: conformance + ["MyStore"]),
  ]
)
