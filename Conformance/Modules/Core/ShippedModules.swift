/// The modules that ship with a chapter: the reference on each backend, and trivial modules.
///
/// A chapter's actions conform to it in the chapter's folder. Everything else follows from the list of chapters.
package protocol ShippedModules: ScenarioAction {
  /// The reference on a backend.
  static func reference(on backend: Backend) -> ChapterImplementation
  /// A module that does nothing and never fails. A chapter whose calls always return something provides its own.
  static var null: ChapterImplementation { get }
  /// A module that always returns its first answer. A chapter in which several kinds of call return
  /// the same data provides its own.
  static var alwaysHit: ChapterImplementation { get }
}

/// Where the reference keeps its storage.
package enum Backend: String, Sendable, CaseIterable {
  case memory, sqlite
}

extension Chapters {
  /// The types that provide the chapters' modules, each once: chapters may share one. A test finds a chapter without
  /// one.
  package static var shipped: [any ShippedModules.Type] {
    var seen: Set<ObjectIdentifier> = []
    return all.compactMap { $0.shipped }.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}

extension SpecifiedChapter {
  /// The type that provides the chapter's modules, or nil if the chapter is incomplete.
  package var shipped: (any ShippedModules.Type)? { Action.self as? any ShippedModules.Type }
}

#if os(macOS) || os(Linux)
  extension ProgramChapter {
    /// Every chapter that programs can be checked against; `response` covers http too.
    package static let all: [Self] = [.paywall, .customer, .response, .normalized, .dashboard]
  }
#else
  extension ProgramChapter {
    /// No programs are started on this platform.
    package static let all: [Self] = []
  }
#endif
