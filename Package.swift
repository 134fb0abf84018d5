// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "swift-cache-conformance",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "CacheVocabulary", targets: ["CacheVocabulary"]),
    .library(name: "CacheSpec", targets: ["CacheSpec"]),
    .library(name: "ReferenceCache", targets: ["ReferenceCache"]),
    .library(name: "CacheConformance", targets: ["CacheConformance"]),
    .library(name: "CacheConformanceTesting", targets: ["CacheConformanceTesting"]),
    .library(name: "CacheConformanceCommand", targets: ["CacheConformanceCommand"]),
    .executable(name: "cachespec", targets: ["cachespec"]),
  ],
  targets: [
    // The specification: words, then tables. Neither imports anything that behaves.
    .target(name: "CacheVocabulary", path: "Spec/Vocabulary"),
    .target(name: "CacheSpec", dependencies: ["CacheVocabulary"], path: "Spec", exclude: ["Vocabulary"]),

    // The reference. It cannot see the tables that judge it.
    .target(
      name: "CSQLite",
      linkerSettings: [
        // By the file name of the shared library, which is there without a -dev package.
        .linkedLibrary(":libsqlite3.so.0", .when(platforms: [.linux])),
        .linkedLibrary("sqlite3", .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS])),
      ]),
    .target(name: "ReferenceCache", dependencies: ["CacheVocabulary", "CSQLite"]),

    // The kit: it holds a module against the specification, with Swift Testing and from the command line.
    .target(name: "CacheConformance", dependencies: ["CacheSpec", "CacheVocabulary"], path: "Conformance/Kit"),
    .target(
      name: "CacheConformanceTesting", dependencies: ["CacheConformance", "CacheSpec"], path: "Conformance/Testing"),
    .target(
      name: "CacheConformanceCommand", dependencies: ["CacheConformance", "CacheSpec"], path: "Conformance/Command"),

    // The modules that ship, each behind an adapter of its own.
    .target(
      name: "ReferenceModule", dependencies: ["CacheConformance", "CacheVocabulary", "ReferenceCache"],
      path: "Conformance/Modules/Reference"),
    .target(
      name: "FoundationModule", dependencies: ["CacheConformance", "CacheVocabulary"],
      path: "Conformance/Modules/Foundation"),
    .target(
      name: "NullModule", dependencies: ["CacheConformance", "CacheVocabulary"], path: "Conformance/Modules/Null"),
    .target(
      name: "AlwaysHitModule", dependencies: ["CacheConformance", "CacheVocabulary"],
      path: "Conformance/Modules/AlwaysHit"),
    .target(
      name: "MutantModules", dependencies: ["CacheConformance", "CacheSpec", "CacheVocabulary", "ReferenceModule"],
      path: "Conformance/Modules/Mutants"),
    .executableTarget(
      name: "cachespec",
      dependencies: [
        "CacheConformanceCommand", "ReferenceModule", "FoundationModule", "NullModule", "AlwaysHitModule",
      ],
      path: "tools/cachespec"),

    // The suite against the modules, the kit against itself.
    .testTarget(name: "SpecTests", dependencies: ["CacheSpec", "CacheVocabulary"], path: "Tests/SpecTests"),
    .testTarget(
      name: "ReferenceTests", dependencies: ["ReferenceCache", "CacheVocabulary"], path: "Tests/ReferenceTests"),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "CacheConformance", "CacheConformanceTesting", "CacheSpec", "CacheVocabulary", "ReferenceModule", "NullModule",
        "AlwaysHitModule", "FoundationModule", "MutantModules", "cachespec",
      ],
      path: "Tests/ConformanceTests"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
