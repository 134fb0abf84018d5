// swift-tools-version: 6.3
import PackageDescription

/// The chapters. HTTP has rules and pages of its own, about the modules of responses.
let chapters = ["Paywall", "Customer", "Response", "Normalized", "Dashboard"]
let chapterFolders = chapters + ["HTTP"]

// What lies beside the sources of a target is listed, because the manifest of a dependency is evaluated before there is a
// checkout to look into.
/// The pages of `Spec`.
let pages = ["CHANGES.md", "CONTRIBUTING.md", "README.md", "Audit/README.md"]
/// The pages of the two folders of responses.
let responsePages = ["Response/README.md", "HTTP/README.md"]
/// The folders of the kit that belong to no chapter.
let coreFolders = ["Core", "Explore", "Program", "Report", "Run", "World"]

/// What a chapter of one's own is written with.
let authoring: [Target.Dependency] = ["CacheConformance", "CacheSpec"]
/// The examples of the pages. A package of another repository has no package access either.
let examples: [Target] = [
  .target(
    name: "MyStore", dependencies: ["ResponseKit", "ResponseRules"], path: "Tests/Examples/Sources/MyStore",
    packageAccess: false),
  .executableTarget(
    name: "storespec", dependencies: ["CacheConformanceCommand", "MyStore"], path: "Tests/Examples/Sources/storespec",
    packageAccess: false),
  .testTarget(
    name: "MyStoreTests", dependencies: ["ResponseConformance", "MyStore"],
    path: "Tests/Examples/Tests/MyStoreTests", packageAccess: false),
  .target(
    name: "MyPaywalls", dependencies: ["PaywallKit"], path: "Tests/Examples/Sources/MyPaywalls", packageAccess: false),
  .testTarget(
    name: "MyPaywallsTests", dependencies: ["PaywallConformance", "MyPaywalls"],
    path: "Tests/Examples/Tests/MyPaywallsTests", packageAccess: false),
  .target(name: "Flags", dependencies: authoring, path: "Tests/Examples/Sources/Flags", packageAccess: false),
  .testTarget(
    name: "FlagsTests", dependencies: ["CacheConformanceTesting", "CacheSpec", "Flags"],
    path: "Tests/Examples/Tests/FlagsTests",
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
    .target(name: "CacheSpec", dependencies: ["CacheVocabulary"], path: "Spec/Structure"),
    .target(
      name: "CacheSpecChapters", dependencies: chapters.map { .byName(name: "\($0)Rules") }, path: "Spec",
      exclude: chapterFolders + ["Structure", "Vocabulary"] + pages),

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
      name: "CacheConformance", dependencies: ["CacheSpec", "CacheVocabulary"],
      path: "Conformance/Kit", exclude: chapterFolders + ["README.md"]),
    .target(
      name: "CacheConformanceTesting", dependencies: ["CacheConformance", "CacheSpec"], path: "Conformance/Testing",
      exclude: chapters),
    .target(
      name: "CacheConformanceCommand", dependencies: ["CacheConformance", "CacheSpec"], path: "Conformance/Command",
      exclude: ["PROTOCOL.md", "README.md", "REPORT.md"]),

    // The modules that ship: a folder a chapter, each with the reference and stubs.
    .target(
      name: "CacheConformanceModules",
      dependencies: [
        "CacheConformance", "CacheSpecChapters", "CacheVocabulary", "ReferenceCacheTransport", "ReferenceCache",
      ] + chapters.map { .byName(name: "\($0)Kit") },
      path: "Conformance/Modules"),
    .executableTarget(
      name: "cachespec",
      dependencies: ["CacheConformance", "CacheConformanceCommand", "CacheConformanceModules", "CacheSpecChapters"],
      path: "tools/cachespec"),

    // Growth, printed: what the reference's work costs beside more records and more watchers. And how fast the kit is.
    .executableTarget(
      name: "benchmark",
      dependencies: ["CacheConformance", "CacheSpecChapters", "ReferenceCache", "CacheConformanceModules"],
      path: "tools/benchmark"),

    // Mutation of the reference: the places where one small change can be made, and which of them no scenario notices.
    .target(name: "Mutation", dependencies: ["CacheSpec"], path: "tools/prove/Mutation"),
    // What the proofs of the rules are worth: small changes of the reference, modules that are broken, and others that are
    // right in another way.
    .executableTarget(
      name: "prove",
      dependencies: [
        "BrokenModules", "CacheConformance", "CacheConformanceCommand", "CacheSpecChapters", "Mutation",
        "CacheConformanceModules",
      ],
      path: "tools/prove", exclude: ["Mutation"]),

    // The suite against the modules, the kit against itself.
    .target(
      name: "BrokenModules",
      dependencies: ["CacheConformanceCommand", "CacheConformanceModules"],
      path: "Tests/Support/BrokenModules"),
    .target(name: "TestSupport", dependencies: ["CacheConformance"], path: "Tests/Support/TestSupport"),
    .target(name: "Toy", dependencies: ["CacheConformance", "CacheSpec"], path: "Tests/Support/Toy"),
    .executableTarget(
      name: "toyspec", dependencies: ["CacheConformance", "CacheConformanceCommand", "Toy"],
      path: "Tests/Support/toyspec"),
    .executableTarget(
      name: "hostilespec",
      dependencies: [
        "CacheConformance", "CacheConformanceCommand", "CacheSpecChapters", "ReferenceCache", "CacheConformanceModules",
        "NormalizedKit", "Toy",
      ],
      path: "Tests/Support/hostilespec"),
    .testTarget(
      name: "KitTests",
      dependencies: [
        "CacheConformance", "CacheConformanceCommand", "CacheSpec", "DashboardKit", "NormalizedKit", "PaywallKit",
        "PaywallRules", "ResponseKit", "TestSupport", "Toy", "toyspec",
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
        "CacheConformance", "CacheSpec", "CacheVocabulary", "ReferenceCacheTransport", "ReferenceCache", "ResponseKit",
        "TestSupport",
        "crashwriter",
        "graphwriter",
      ],
      path: "Tests/ReferenceTests"),
    .testTarget(name: "MutateTests", dependencies: ["CacheConformance", "Mutation"], path: "Tests/MutateTests"),
    .testTarget(name: "SpecTests", dependencies: ["CacheSpecChapters"], path: "Tests/SpecTests"),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "CacheConformance", "CacheConformanceCommand", "CacheConformanceTesting", "CacheSpecChapters",
        "BrokenModules", "ReferenceCacheTransport", "CacheConformanceModules", "ResponseKit",
        "MyPaywalls", "TestSupport",
        "Toy", "cachespec",
      ],
      path: "Tests/ConformanceTests"),
  ] + examples,
  swiftLanguageModes: [.v6]
)

for chapter in chapters {
  let (rules, kit, tests) = ("\(chapter)Rules", "\(chapter)Kit", "\(chapter)Conformance")
  // The files of this chapter lie in two folders, so that those beside them have to be left out.
  let isResponse = chapter == "Response"
  let others = chapters.filter { $0 != "Response" }
  package.targets += [
    .target(
      name: rules, dependencies: ["CacheSpec"], path: isResponse ? "Spec" : "Spec/\(chapter)",
      exclude: isResponse
        ? others + ["Audit", "Structure", "Vocabulary", "Chapters.swift", "RetiredIDs.swift"] + pages + responsePages
        : ["README.md"]),
    // The protocol, the world and the checker of the chapter's modules.
    .target(
      name: kit, dependencies: ["CacheConformance", .byName(name: rules)],
      path: isResponse ? "Conformance/Kit" : "Conformance/Kit/\(chapter)",
      exclude: isResponse ? others + coreFolders + ["README.md", "CacheConformance.docc"] : []),
    // The same, and what a test calls. A program does not link the library of tests.
    .target(
      name: tests, dependencies: ["CacheConformanceTesting", .byName(name: kit)],
      path: "Conformance/Testing/\(chapter)"),
  ]
  package.products += [
    .library(name: kit, targets: [kit, rules, "CacheConformance", "CacheSpec"]),
    .library(name: tests, targets: [tests, kit, rules, "CacheConformance", "CacheSpec"]),
  ]
}

for target in package.targets where target.packageAccess {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
