// swift-tools-version: 6.3
import PackageDescription

let conformance = ["CacheConformance", "CacheConformanceCommand", "CacheConformanceTesting", "CacheSpec"]
  .map { Target.Dependency.product(name: $0, package: "swift-cache-conformance") }

let package = Package(
  name: "MyStore",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../swift-cache-conformance")],
  targets: [
    .target(name: "MyStore", dependencies: conformance),
    .executableTarget(name: "storespec", dependencies: conformance + ["MyStore"]),
    .testTarget(name: "MyStoreTests", dependencies: conformance + ["MyStore"]),
  ]
)
