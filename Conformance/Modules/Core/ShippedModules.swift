/// The modules that ship with a chapter: the reference on each backend, and trivial modules.
///
/// A chapter's actions conform to it in the chapter's folder. Everything else follows from the list of chapters.
package protocol CacheConformanceModules: ScenarioAction {
  /// The reference on a backend.
  static func reference(on backend: Backend) -> ChapterImplementation
  /// A module that does nothing and never fails. A chapter whose calls always return something provides its own.
  static var null: ChapterImplementation { get }
  /// A module that always returns its first answer. A chapter whose calls share their answers provides its own.
  static var alwaysHit: ChapterImplementation { get }
}

/// Where the reference keeps its storage.
package enum Backend: String, Sendable, CaseIterable {
  case memory, sqlite
}

extension Chapters {
  /// The modules of each kind of chapter, once each. A test finds a chapter without any.
  package static var shipped: [any CacheConformanceModules.Type] {
    var seen: Set<ObjectIdentifier> = []
    return all.compactMap { $0.shipped }.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}

extension SpecifiedChapter {
  /// The modules of the chapter, or nil if the chapter is incomplete.
  package var shipped: (any CacheConformanceModules.Type)? { Action.self as? any CacheConformanceModules.Type }
}

#if os(macOS) || os(Linux)
  extension ProgramChapter {
    /// Every chapter that programs can be checked against.
    package static let all: [Self] = [.paywall, .customer, .response, .normalized, .dashboard]
  }
#else
  extension ProgramChapter {
    /// No programs are started on this platform.
    package static let all: [Self] = []
  }
#endif
