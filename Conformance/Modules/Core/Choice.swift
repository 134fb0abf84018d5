/// A choice that the documents leave, made in another way than the reference makes it, by a change of the reference's
/// parts.
struct Choice<Topic: Hashable & Sendable, Change: Sendable>: Sendable {
  /// What it is about: of two choices about one thing a module makes one.
  let topic: Topic
  /// What a module that makes it does otherwise.
  let name: String
  /// What such a module does not have, each with the reason.
  let lacking: [Capability: String]
  /// Makes it.
  let change: Change

  init(_ topic: Topic, _ name: String, lacking: [Capability: String] = [:], _ change: Change) {
    (self.topic, self.name, self.lacking, self.change) = (topic, name, lacking, change)
  }
}

extension Choice where Topic == String {
  /// A choice that is about something else than every other.
  init(_ name: String, lacking: [Capability: String] = [:], _ change: Change) {
    self.init(name, name, lacking: lacking, change)
  }
}

extension SoundVariant {
  /// Each choice by itself, and every two that are about different things.
  ///
  /// - Parameters:
  ///   - choices: the choices.
  ///   - changed: the module that some changes of the parts lead to.
  static func variants<Topic, Change>(
    of choices: [Choice<Topic, Change>], _ changed: ([Change]) -> ChapterImplementation
  ) -> [SoundVariant] {
    let pairs = choices.indices.flatMap { first in
      choices[(first + 1)...].filter { $0.topic != choices[first].topic }.map { [choices[first], $0] }
    }
    return (choices.map { [$0] } + pairs).map { chosen in
      SoundVariant(
        chosen.map(\.name), lacking: chosen.reduce(into: [:]) { $0.merge($1.lacking) { first, _ in first } },
        changed(chosen.map(\.change)))
    }
  }
}
