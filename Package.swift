// swift-tools-version: 6.3
import PackageDescription

/// The pages of the specification stand beside the tables that they are made from, and are no sources. They are listed,
/// because the manifest of a dependency is evaluated before there is a checkout to look into.
let pages =
  ["CONTRIBUTING.md", "README.md"]
  + ["Audit", "Customer", "Dashboard", "HTTP", "Normalized", "Paywall", "Response"].map { "\($0)/README.md" }

/// The examples of the pages. A package of another repository has no package access either.
let conformance: [Target.Dependency] = [
  "CacheConformance", "CacheConformanceCommand", "CacheConformanceTesting", "CacheSpec",
]
let examples: [Target] = [
  .target(name: "MyStore", dependencies: conformance, path: "Tests/Examples/Sources/MyStore", packageAccess: false),
  .executableTarget(
    name: "storespec", dependencies: conformance + ["MyStore"], path: "Tests/Examples/Sources/storespec",
    packageAccess: false),
  .testTarget(
    name: "MyStoreTests", dependencies: conformance + ["MyStore"], path: "Tests/Examples/Tests/MyStoreTests",
    packageAccess: false),
  .target(name: "Flags", dependencies: conformance, path: "Tests/Examples/Sources/Flags", packageAccess: false),
  .testTarget(
    name: "FlagsTests", dependencies: conformance + ["Flags"], path: "Tests/Examples/Tests/FlagsTests",
    packageAccess: false),
  .executableTarget(
    name: "program", dependencies: ["ReferenceCacheTransport", "ReferenceCache"],
    path: "Tests/Examples/Sources/program", packageAccess: false),
]

let package = Package(
  name: "swift-cache-conformance",
  platforms: [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "CacheVocabulary", targets: ["CacheVocabulary"]),
    .library(name: "CacheSpec", targets: ["CacheSpec"]),
    .library(name: "ReferenceCache", targets: ["ReferenceCache"]),
    .library(name: "ReferenceCacheTransport", targets: ["ReferenceCacheTransport"]),
    .library(name: "CacheConformance", targets: ["CacheConformance"]),
    .library(name: "CacheConformanceTesting", targets: ["CacheConformanceTesting"]),
    .library(name: "CacheConformanceCommand", targets: ["CacheConformanceCommand"]),
    .executable(name: "cachespec", targets: ["cachespec"]),
  ],
  targets: [
    // The specification: words, then tables. Neither imports anything that behaves.
    .target(name: "CacheVocabulary", path: "Spec/Vocabulary"),
    .target(name: "CacheSpec", dependencies: ["CacheVocabulary"], path: "Spec", exclude: ["Vocabulary"] + pages),

    // Random choices by a seed, for all that makes any.
    .target(name: "CacheSeededRandom"),

    // The reference. It cannot see the tables that judge it.
    .target(
      name: "ReferenceCacheSQLite",
      linkerSettings: [
        // By the file name of the shared library, which is there without a -dev package.
        .linkedLibrary(":libsqlite3.so.0", .when(platforms: [.linux])),
        .linkedLibrary("sqlite3", .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS])),
      ]),
    .target(name: "ReferenceCache", dependencies: ["CacheVocabulary", "ReferenceCacheSQLite"]),
    // How the reference's loader reaches origins: apart from it, for Foundation's networking is large on Linux.
    .target(name: "ReferenceCacheTransport", dependencies: ["CacheVocabulary"]),

    // The kit: it holds a module against the specification, with Swift Testing and from the command line.
    .target(
      name: "CacheConformance", dependencies: ["CacheSpec", "CacheVocabulary", "CacheSeededRandom"],
      path: "Conformance/Kit", exclude: ["README.md"]),
    .target(
      name: "CacheConformanceTesting", dependencies: ["CacheConformance", "CacheSpec"], path: "Conformance/Testing"),
    .target(
      name: "CacheConformanceCommand", dependencies: ["CacheConformance", "CacheSpec"], path: "Conformance/Command",
      exclude: ["PROTOCOL.md", "README.md", "REPORT.md"]),

    // The modules that ship: a folder a chapter, each with the reference and stubs.
    .target(
      name: "CacheConformanceModules",
      dependencies: [
        "CacheConformance", "CacheSpec", "CacheVocabulary", "ReferenceCacheTransport", "ReferenceCache",
        "CacheSeededRandom",
      ],
      path: "Conformance/Modules"),
    .executableTarget(
      name: "cachespec",
      dependencies: ["CacheConformance", "CacheConformanceCommand", "CacheConformanceModules"], path: "tools/cachespec"),

    // Growth, printed: what the reference's work costs beside more records and more watchers. And how fast the kit is.
    .executableTarget(
      name: "benchmark", dependencies: ["CacheConformance", "CacheSpec", "ReferenceCache", "CacheConformanceModules"],
      path: "tools/benchmark"),

    // Mutation of the reference: the places where one small change can be made, and which of them no scenario notices.
    .target(name: "Mutation", dependencies: ["CacheSeededRandom"], path: "tools/prove/Mutation"),
    // What the proofs of the rules are worth: small changes of the reference, modules that are broken, and others that are
    // right in another way.
    .executableTarget(
      name: "prove",
      dependencies: ["BrokenModules", "CacheConformance", "CacheSpec", "Mutation", "CacheConformanceModules"],
      path: "tools/prove", exclude: ["Mutation"]),
    // Damage to what the reference keeps on disk, by seed, and what comes back.
    .executableTarget(
      name: "corruptor",
      dependencies: ["CacheConformance", "ReferenceCacheSQLite", "ReferenceCache", "CacheSeededRandom"],
      path: "tools/corruptor"),

    // The suite against the modules, the kit against itself.
    .target(
      name: "BrokenModules", dependencies: ["CacheSeededRandom", "CacheConformanceModules"],
      path: "Tests/Support/BrokenModules"),
    .target(name: "TestSupport", dependencies: ["CacheConformance"], path: "Tests/Support/TestSupport"),
    .target(name: "Toy", dependencies: ["CacheConformance", "CacheSpec"], path: "Tests/Support/Toy"),
    .executableTarget(
      name: "toyspec", dependencies: ["CacheConformance", "CacheConformanceCommand", "Toy"],
      path: "Tests/Support/toyspec"),
    .executableTarget(
      name: "hostilespec",
      dependencies: [
        "CacheConformance", "CacheConformanceCommand", "CacheSpec", "ReferenceCache", "CacheConformanceModules", "Toy",
      ],
      path: "Tests/Support/hostilespec"),
    .testTarget(
      name: "KitTests",
      dependencies: [
        "CacheConformance", "CacheConformanceCommand", "CacheSpec", "TestSupport", "Toy", "toyspec",
        "hostilespec",
      ],
      path: "Tests/KitTests"),
    .executableTarget(
      name: "crashwriter", dependencies: ["ReferenceCache"], path: "Tests/Support/crashwriter"),
    .executableTarget(
      name: "graphwriter", dependencies: ["ReferenceCache"], path: "Tests/Support/graphwriter"),
    .testTarget(
      name: "ReferenceTests",
      dependencies: [
        "CacheConformance", "CacheVocabulary", "ReferenceCacheTransport", "ReferenceCache", "TestSupport",
        "crashwriter",
        "graphwriter",
      ],
      path: "Tests/ReferenceTests"),
    .testTarget(name: "MutateTests", dependencies: ["CacheConformance", "Mutation"], path: "Tests/MutateTests"),
    .testTarget(
      name: "CorruptorTests", dependencies: ["CacheSeededRandom", "corruptor"], path: "Tests/CorruptorTests"),
    .testTarget(name: "SpecTests", dependencies: ["CacheSpec"], path: "Tests/SpecTests"),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "CacheConformance", "CacheConformanceCommand", "CacheConformanceTesting", "CacheSpec",
        "BrokenModules", "ReferenceCacheTransport", "CacheSeededRandom", "CacheConformanceModules", "TestSupport",
        "Toy", "cachespec",
      ],
      path: "Tests/ConformanceTests"),
  ] + examples,
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.packageAccess {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
