import CacheSpec

/// A call over the pipe. This one description makes the end that calls, the end that answers, the line on the protocol's
/// page and the message's schema.
package struct PipeCall<Answer: JSONValue, each Argument: JSONValue>: Sendable {
  let name: String
  private let parameters: (repeat Parameter<each Argument>)

  /// Describes a call by its name and parameters.
  package init(_ name: String, _ parameters: repeat Parameter<each Argument>, answer _: Answer.Type = Answer.self) {
    self.name = name
    self.parameters = (repeat each parameters)
  }

  /// The parameters of a message with these arguments.
  func message(_ arguments: repeat each Argument) -> [String: JSON] {
    var fields: [String: JSON] = [:]
    for (parameter, argument) in repeat (each parameters, each arguments) { fields[parameter.name] = argument.json }
    return fields
  }

  /// Returns the end that answers the call.
  package func answered(by answer: @escaping @Sendable (repeat each Argument) async throws -> Answer) -> AnsweredCall {
    AnsweredCall(name: name) { [parameters] message, _ in
      try await answer(repeat try (each parameters).read(message)).json
    }
  }

  /// Returns the end that answers the call while an object exists, and treats the call as cancelled afterwards.
  package func answered<Owner: AnyObject & Sendable>(
    in owner: Owner, by answer: @escaping @Sendable (Owner, repeat each Argument) async throws -> Answer
  ) -> AnsweredCall {
    AnsweredCall(name: name) { [parameters, weak owner] message, _ in
      guard let owner else { throw CancellationError() }
      return try await answer(owner, repeat try (each parameters).read(message)).json
    }
  }

  /// Returns the end that answers the call by making an object, or with null.
  package func making(
    _ make: @escaping @Sendable (_ objects: ServedObjects, repeat each Argument) async throws -> (any ClosableModule)?
  ) -> AnsweredCall {
    AnsweredCall(name: name) { [parameters] message, objects in
      try await make(objects, repeat try (each parameters).read(message)).map { ObjectNumber(objects.add($0)) }.json
    }
  }

  fileprivate func answered<Module, Result>(
    json: @escaping @Sendable (Result) -> JSON,
    by perform: @escaping @Sendable (Module, repeat each Argument) async throws -> Result
  ) -> AnsweredCall {
    AnsweredCall(name: name) { [name, parameters] message, objects in
      guard let module = try objects.object(of: message) as? Module else { throw UnknownMethod(name: name) }
      return json(try await perform(module, repeat try (each parameters).read(message)))
    }
  }

  /// Returns the end that answers the call as a call of an object.
  package func answered<Module>(
    of _: Module.Type, by answer: @escaping @Sendable (Module, repeat each Argument) async throws -> Answer
  ) -> AnsweredCall { answered(json: { $0.json }, by: answer) }

  /// Returns the end that hears a notification. It is called in order, before the next message is read.
  package func heard(by hear: @escaping @Sendable (repeat each Argument) throws -> Void) -> HeardCall {
    HeardCall(name: name) { [parameters] message in try hear(repeat try (each parameters).read(message)) }
  }

  /// Describes the call in words.
  ///
  /// - Parameters:
  ///   - meaning: what it does, beyond what its name says.
  ///   - failure: when it may be answered with an error, or nil if it may not.
  ///   - capability: what a module lacks that does not have the call, or nil if each module has it.
  package func described(
    _ meaning: String = "", failing failure: String? = nil, unless capability: Capability? = nil
  ) -> CallDescription {
    var fields: [JSONField] = []
    for parameter in repeat each parameters { fields.append(parameter.field) }
    return CallDescription(
      name: name, fields: fields, answer: Answer.shape, meaning: meaning, failure: failure, capability: capability,
      answered: nil)
  }
}

/// A call of the kit to an object of a module.
package struct ModuleCall<Module, Answer: JSONValue, each Argument: JSONValue>: Sendable {
  let call: PipeCall<Answer, repeat each Argument>
  /// The end that answers the call.
  let answered: AnsweredCall

  /// Describes a call by its name, its parameters, and what a module does when it is called.
  package init(
    _ name: String, _ parameters: repeat Parameter<each Argument>, of _: Module.Type,
    perform: @escaping @Sendable (Module, repeat each Argument) async throws -> Answer
  ) {
    call = PipeCall(name, repeat each parameters)
    answered = call.answered(json: { $0.json }, by: perform)
  }

  /// Describes a call that returns nothing.
  package init(
    _ name: String, _ parameters: repeat Parameter<each Argument>, of _: Module.Type,
    perform: @escaping @Sendable (Module, repeat each Argument) async throws -> Void
  ) where Answer == Nothing {
    call = PipeCall(name, repeat each parameters)
    answered = call.answered(json: { .null }, by: perform)
  }

  /// Describes the call in words, as any call.
  package func described(
    _ meaning: String = "", failing failure: String? = nil, unless capability: Capability? = nil
  ) -> CallDescription {
    var description = call.described(meaning, failing: failure, unless: capability)
    description.answered = answered
    return description
  }
}

/// No answer: null.
package struct Nothing: JSONValue {
  package init() {}
  package init(_ json: JSON, name: String) {}
  package var json: JSON { .null }
  package static let shape = JSONShape.null
}

/// The answer to a call that makes an object: the number by which further calls name it.
package struct ObjectNumber: JSONStructure {
  package let number: Int

  init(_ number: Int) { self.number = number }

  /// The key of the number, in answers and in messages to the object.
  static let key = "object"
  package static let structure = Structure<Self>("Object", Member(key, \.number), make: Self.init)
}

/// The end of the pipe that answers a call.
package struct AnsweredCall: Sendable {
  let name: String
  let answer: @Sendable (_ message: JSON, _ objects: ServedObjects) async throws -> JSON
}

/// The end of the pipe that hears a notification.
package struct HeardCall: Sendable {
  let name: String
  let hear: @Sendable (_ message: JSON) throws -> Void
}

/// A call in words, for the protocol's page and its schema, with the end that answers it.
package struct CallDescription: Sendable {
  package let name: String
  package fileprivate(set) var fields: [JSONField]
  package let answer: JSONShape
  /// What it does, beyond what its name says.
  package let meaning: String
  /// When it may be answered with an error, or nil if it may not.
  package let failure: String?
  /// What a module lacks that does not have the call, or nil if each module has it.
  package let capability: Capability?
  /// The end that answers the call, or nil if it needs more than the module.
  fileprivate(set) var answered: AnsweredCall?
}

extension CallDescription {
  /// The call with the number of an object as a parameter.
  fileprivate var ofObject: CallDescription {
    var call = self
    call.fields = fields.filter { $0.name != ObjectNumber.key } + [JSONField(ObjectNumber.key, .integer)]
    return call
  }
}

/// What goes over the pipe, for one chapter or for all.
package struct PipeDescription: Sendable {
  /// The chapter's name.
  package let chapter: String
  /// What a module of the chapter is, and the Swift protocol that says so in full.
  package let summary: String
  /// The calls of the kit.
  package let calls: [CallDescription]
  /// The notifications that the kit sends.
  package let told: [CallDescription]
  /// The calls of the program.
  package let asked: [CallDescription]
  /// The notifications that the program sends.
  package let heard: [CallDescription]
  /// What the chapter adds to the state of the world.
  package let state: [JSONField]

  /// Describes what goes over the pipe. The calls of objects have the number of the object as one more parameter.
  package init(
    _ chapter: String, _ summary: String, calls: [CallDescription], ofObjects: [CallDescription],
    told: [CallDescription] = [], asked: [CallDescription] = [], heard: [CallDescription] = [],
    state: [JSONField] = []
  ) {
    (self.chapter, self.summary, self.calls) = (chapter, summary, calls + ofObjects.map(\.ofObject))
    (self.told, self.asked, self.heard, self.state) = (told, asked, heard, state)
  }
}
