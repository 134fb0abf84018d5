// swift-tools-version: 6.3
import PackageDescription

/// The chapters. HTTP has rules and pages of its own, about the modules of responses.
let chapters = ["Paywall", "Customer", "Response", "Normalized", "Dashboard"]
let chapterFolders = chapters + ["HTTP"]

// What lies beside the sources of a target is listed, because the manifest of a dependency is evaluated before there is a
// checkout to look into.
/// The pages of `Spec`.
let pages = ["CHANGES.md", "CONTRIBUTING.md", "README.md", "Questions/README.md"]
/// The pages of the two folders of responses.
let responsePages = ["Response/README.md", "HTTP/README.md"]
/// The folders of the kit that belong to no chapter.
let coreFolders = ["Core", "Explore", "Program", "Report", "Run", "World"]

/// The examples of the pages. A package of another repository has no package access either. What they begin with,
/// `storespec`, is built as a part of such a package.
let examples: [Target] = [
  .target(
    name: "MyStore", dependencies: ["ResponseKit", "ResponseRules"], path: "Tests/Examples/Sources/MyStore",
    packageAccess: false),
  .target(
    name: "Flags", dependencies: ["CacheConformance", "CacheSpec"], path: "Tests/Examples/Sources/Flags",
    packageAccess: false),
  .target(
    name: "MyPaywalls", dependencies: ["PaywallKit"], path: "Tests/Examples/Sources/MyPaywalls", packageAccess: false),
  .testTarget(
    name: "ExampleTests",
    dependencies: [
      "CacheConformanceTesting", "CacheSpec", "Flags", "MyPaywalls", "MyStore", "PaywallConformance", "ReferenceCache",
      "ReferenceCacheTransport", "ResponseConformance",
    ],
    path: "Tests/Examples/Tests", packageAccess: false),
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
      exclude: ["LIBRARIES.md", "PROTOCOL.md", "README.md", "REPORT.md"]),

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

    // What the proofs of the rules are worth: small changes of the reference, modules that are broken, and others that are
    // right in another way.
    .executableTarget(
      name: "prove",
      dependencies: [
        "BrokenModules", "CacheConformance", "CacheConformanceCommand", "CacheSpec", "CacheSpecChapters",
        "CacheConformanceModules", "CacheVocabulary", "CustomerRules", "DashboardRules", "NormalizedRules",
        "PaywallRules", "ReferenceCache", "ResponseRules",
      ],
      path: "tools/prove"),

    // The suite against the modules, the kit against itself.
    .target(
      name: "BrokenModules",
      dependencies: ["CacheConformanceCommand", "CacheConformanceModules"],
      path: "Tests/Support/BrokenModules"),
    .target(
      name: "TestSupport", dependencies: ["CacheConformance", "CacheSpec"], path: "Tests/Support/TestSupport"),
    // What tests start: a command line for toys, and processes that write to the reference's files.
    .executableTarget(
      name: "toyspec",
      dependencies: [
        "CacheConformance", "CacheConformanceCommand", "CacheConformanceModules", "CacheSpecChapters", "NormalizedKit",
        "ReferenceCache", "TestSupport",
      ],
      path: "Tests/Support/toyspec"),
    .testTarget(
      name: "KitTests",
      dependencies: [
        "CacheConformance", "CacheConformanceCommand", "CacheSpec", "DashboardKit", "NormalizedKit", "PaywallKit",
        "PaywallRules", "ResponseKit", "TestSupport", "prove", "toyspec",
      ],
      path: "Tests/KitTests"),
    .testTarget(
      name: "ReferenceTests",
      dependencies: [
        "CacheConformance", "CacheSpec", "CacheVocabulary", "ReferenceCacheTransport", "ReferenceCache", "ResponseKit",
        "TestSupport", "toyspec",
      ],
      path: "Tests/ReferenceTests"),
    .testTarget(name: "SpecTests", dependencies: ["CacheSpecChapters"], path: "Tests/SpecTests"),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "CacheConformance", "CacheConformanceCommand", "CacheConformanceTesting", "CacheSpecChapters",
        "BrokenModules", "ReferenceCacheTransport", "CacheConformanceModules", "ResponseKit",
        "MyPaywalls", "TestSupport", "cachespec",
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
        ? others + ["Questions", "Structure", "Vocabulary", "Chapters.swift", "RetiredIDs.swift"] + pages
          + responsePages
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
