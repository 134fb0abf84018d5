/// The parts of a chapter's reference, which are sound until some are changed.
package protocol ModuleParts: Sendable {
  /// A change of the parts.
  typealias Change = @Sendable (inout Self) throws -> Void

  /// The module with these parts changed, on a backend. Parts are made and changed anew for each module that is opened.
  static func changed(on backend: Backend, _ change: @escaping Change) -> ChapterImplementation
}

extension ModuleParts {
  /// The module with these parts changed, in memory.
  static func changed(_ change: @escaping Change) -> ChapterImplementation { changed(on: .memory, change) }

  /// A copy of these parts with a change.
  func changed(by change: Change) throws -> Self {
    var changed = self
    try change(&changed)
    return changed
  }
}

/// The modules of a chapter whose faults and blind modules are the reference with some parts changed.
package protocol PartedModules: BrokenModules {
  /// The parts.
  associatedtype Parts: ModuleParts
}

extension PartedModules {
  /// The reference with a broken part.
  static func fault(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil, _ change: @escaping Parts.Change
  ) -> Fault {
    let difference = Difference<Parts>(change)
    return Fault(rules, name, seenIn: seenIn, difference.implementation, difference)
  }

  /// The reference with a part that ignores an input.
  static func blind(to input: RuleInput, _ direction: String, _ change: @escaping Parts.Change) -> BlindModule {
    let difference = Difference<Parts>(change)
    return BlindModule(to: input, direction, difference.implementation, difference)
  }

  /// The reference with each action replaced by another.
  static func fault(_ rules: [RuleID], _ name: String, taking: @escaping @Sendable (Self) -> Self) -> Fault {
    Fault(rules, name, reference(on: .memory).taking(taking))
  }

  /// The reference that ignores an input, because each action is replaced by another.
  static func blind(
    to input: RuleInput, _ direction: String, taking: @escaping @Sendable (Self) -> Self
  ) -> BlindModule {
    BlindModule(to: input, direction, reference(on: .memory).taking(taking))
  }
}

/// How a broken module differs from the reference, so that two of a chapter can be put together.
package protocol AnyDifference: Sendable {
  /// The parts that are changed, by where they are in memory. Known once the module has run.
  var parts: Set<Int> { get }
  /// The module that differs in this way.
  var implementation: ChapterImplementation { get }
  /// Both differences, or nil if the other one is of another chapter.
  func and(_ other: any AnyDifference) -> (any AnyDifference)?
}

/// A change of some parts of a chapter's reference.
struct Difference<Parts: ModuleParts>: AnyDifference {
  private let change: Parts.Change
  private let changedParts = Memo<Set<Int>>([])

  init(_ change: @escaping Parts.Change) { self.change = change }

  var parts: Set<Int> { changedParts.value }

  /// The reference with these parts changed.
  var implementation: ChapterImplementation {
    Parts.changed { [change, changedParts] parts in
      let before = parts
      // A copy leaves what a value does not use as it finds it.
      let unused = Self.words(before, parts)
      try change(&parts)
      let changed = Self.words(before, parts).subtracting(unused)
      changedParts.change { $0.formUnion(changed) }
    }
  }

  func and(_ other: any AnyDifference) -> (any AnyDifference)? {
    guard let other = other as? Self else { return nil }
    return Self { [change] parts in
      try change(&parts)
      try other.change(&parts)
    }
  }

  /// Where two values differ. Most parts are closures, which nothing else compares.
  private static func words(_ one: Parts, _ other: Parts) -> Set<Int> {
    withUnsafeBytes(of: one) { one in
      withUnsafeBytes(of: other) { other in Set(one.indices.filter { one[$0] != other[$0] }.map { $0 / 8 }) }
    }
  }
}
