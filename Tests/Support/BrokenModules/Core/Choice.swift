/// A choice that the documents leave open, made differently from the reference by a change of the reference's parts.
struct Choice<Topic: Hashable & Sendable, Change: Sendable>: Sendable {
  /// Its topic. A module makes at most one choice per topic.
  let topic: Topic
  /// A description of what such a module does differently.
  let name: String
  /// The capabilities that such a module lacks, each with the reason.
  let lacking: [Capability: String]
  /// The change that makes the choice.
  let change: Change

  init(_ topic: Topic, _ name: String, lacking: [Capability: String] = [:], _ change: Change) {
    (self.topic, self.name, self.lacking, self.change) = (topic, name, lacking, change)
  }
}

extension Choice where Topic == String {
  /// A choice with a topic of its own.
  init(_ name: String, lacking: [Capability: String] = [:], _ change: Change) {
    self.init(name, name, lacking: lacking, change)
  }
}

extension SoundVariant {
  /// The variants with each choice alone, and with every two that have different topics.
  ///
  /// - Parameters:
  ///   - choices: the choices.
  ///   - changed: makes the module with these changes of the parts.
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
