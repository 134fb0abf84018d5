import CacheSpec
import Foundation
import Synchronization

/// The error when a message is not part of the protocol, or is not allowed at this point of the conversation.
struct BrokenConversation: Error, CustomStringConvertible {
  let description: String
}

/// An error that the other end answers with.
package struct ErrorAnswer: Error, JSONValue, CustomStringConvertible {
  /// What went wrong, in words.
  package let description: String
  /// The name of the failure that the error passes on, such as that of an origin, or nil.
  let failure: String?

  /// Makes the answer for an error.
  package init(_ error: any Error) {
    description = "\(error)"
    failure =
      switch error {
      case let failure as OriginFailure: failure.rawValue
      case let failure as RemoteFailure: failure.ofOrigin.rawValue
      case is CancellationError: Self.cancelled
      case is TransactionAbandoned: Self.abandoned
      case let error as ErrorAnswer: error.failure
      default: nil
      }
  }

  /// Reads an error, in which nothing need be right: it is an answer all the same.
  package init(_ json: JSON, name: String = "error") {
    description = (try? json.get("message")) ?? "an error without a message"
    failure = try? json["data"]?.find("failure")
  }

  package var json: JSON {
    [
      "code": .integer(-32000), "message": .text(description), "data": failure.map { ["failure": .text($0)] } ?? [:],
    ]
  }

  package static var shape: JSONShape {
    .named("Error") {
      .object([
        JSONField("code", .optional(.integer)), JSONField("message", .text),
        JSONField("data", .optional(.object([JSONField("failure", .optional(.oneOf(failures)))]))),
      ])
    }
  }

  /// The Swift error that this answer stands for.
  package var meant: any Error {
    if let failure = failure.flatMap(OriginFailure.init) { return failure }
    if failure == Self.cancelled { return CancellationError() }
    return failure == Self.abandoned ? TransactionAbandoned() : self
  }

  private static let cancelled = "cancelled"
  private static let abandoned = "abandoned"
  /// The failures that the kit recognizes.
  static let failures = OriginFailure.allCases.map(\.rawValue) + [cancelled, abandoned]
}

extension RemoteFailure {
  /// The failure in the terms of the protocol. The error's message says which failure it is exactly.
  fileprivate var ofOrigin: OriginFailure {
    switch self {
    case .noNetwork, .refused: .noConnection
    case .timeOut: .timeOut
    case .status: .serverError
    }
  }
}

/// One end of a conversation in JSON-RPC 2.0, with one message per line, in which both ends call and answer.
package final class Conversation: Sendable {
  /// What this end does when the other end calls or notifies it.
  struct Role: Sendable {
    /// Answers a call.
    var answer: @Sendable (_ method: String, _ parameters: JSON) async throws -> JSON = { method, _ in
      throw BrokenConversation(description: "nobody answers \(method) now")
    }
    /// Takes a notification, which needs no answer. Called in order, before the next message is read.
    var hear: @Sendable (_ method: String, _ parameters: JSON) throws -> Void = { _, _ in }
    /// Returns the state that the other end has to know before the next message, or nil.
    var worldState: @Sendable () -> JSON? = { nil }
    /// Called before a message is written or read.
    var beginMessage: @Sendable () -> Void = {}
    /// Called with its length once it is.
    var endMessage: @Sendable (_ bytes: Int) -> Void = { _ in }
  }

  private struct State {
    var role = Role()
    var lastID: Int64 = 0
    /// How many messages have come.
    var count = 0
    var waiting: [Int64: CheckedContinuation<JSON, any Error>] = [:]
    /// The calls of the other end that wait for an answer, in the order in which they came. It may give several one id.
    var answering: [Int: (id: Int64, bytes: Int, task: Task<Void, Never>)] = [:]
    var lastAnswering = 0
    /// How many bytes the calls in `answering` have.
    var answeringBytes = 0
    /// How many bytes have come since this end last sent a message.
    var unasked = 0
    /// The last call of this end before it took its role.
    var lastIDBefore: Int64 = 0
    /// Why the conversation is over.
    var end: String?
    var cutter = LineCutter()

    mutating func endAnswering(_ number: Int) {
      if let call = answering.removeValue(forKey: number) { answeringBytes -= call.bytes }
    }
  }

  /// What is known of the messages that this end sends.
  private struct Outgoing {
    var worldState: @Sendable () -> JSON? = { nil }
    var beginMessage: @Sendable () -> Void = {}
    var endMessage: @Sendable (_ bytes: Int) -> Void = { _ in }
    /// The state that was sent last.
    var lastState: JSON?
    /// How many messages have been sent.
    var count = 0
  }

  /// What the other end may leave undone before the conversation is over.
  struct Limits: Sendable {
    /// How many bytes wait for it to read them.
    var unread = 64 << 20
    /// How many bytes it sends, and is sent nothing.
    var unasked = 64 << 20
    /// How many of its calls wait for an answer, and how many bytes they have.
    var calls = 10_000
    var bytesOfCalls = 64 << 20
  }

  private let limits: Limits
  private let state = Mutex(State())
  /// Locked while a message is written, which takes long. It is not part of `state`, so that reading does not wait for
  /// writing.
  private let outgoing = Mutex(Outgoing())
  private let writer: LineWriter
  /// Called once, when the conversation is over.
  private let atEnd: @Sendable () -> Void

  /// - Parameters:
  ///   - descriptor: where to write messages.
  ///   - limits: what the other end may leave undone.
  ///   - atEnd: called once, when the conversation is over.
  init(writingTo descriptor: Int32, limits: Limits = Limits(), atEnd: @escaping @Sendable () -> Void) {
    (writer, self.atEnd) = (LineWriter(descriptor, longestBacklog: limits.unread), atEnd)
    self.limits = limits
  }

  /// Why the conversation is over, or nil.
  var end: String? { state.withLock(\.end) }

  /// How many calls wait for an answer.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// How many calls of the other end wait for an answer.
  var answeringCount: Int { state.withLock(\.answering.count) }

  /// Takes another role from now on.
  func play(_ role: Role) {
    state.withLock { ($0.role, $0.lastIDBefore) = (role, $0.lastID) }
    outgoing.withLock {
      $0 = Outgoing(worldState: role.worldState, beginMessage: role.beginMessage, endMessage: role.endMessage)
    }
  }

  // MARK: To the other end

  /// Calls the other end, and waits for its answer. If the task is cancelled, the other end is notified.
  ///
  /// - Parameter object: the number of the object whose method is called; 0 for none.
  package func call<Answer, each Argument>(
    _ call: PipeCall<Answer, repeat each Argument>, _ arguments: repeat each Argument, of object: Int = 0
  ) async throws -> Answer {
    var message = call.message(repeat each arguments)
    if object > 0 { message["object"] = object.json }
    return try Answer(try await self.call(call.name, .object(message)), name: "result")
  }

  func call(_ method: String, _ parameters: JSON) async throws -> JSON {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let end = state.withLock { state in
          if state.end == nil { state.waiting[id] = continuation }
          return state.end
        }
        if let end { return continuation.resume(throwing: BrokenConversation(description: end)) }
        send(["method": .text(method), "params": parameters, "id": .integer(id)])
        // If the task was cancelled before this point, the other end was notified about a call that it did not know
        // yet.
        if Task.isCancelled { tell(EveryProgram.cancel, Int(id)) }
      }
    } onCancel: {
      tell(EveryProgram.cancel, Int(id))
    }
  }

  /// Notifies the other end, which sends no answer.
  package func tell<each Argument>(
    _ notification: PipeCall<Nothing, repeat each Argument>, _ arguments: repeat each Argument
  ) { tell(notification.name, .object(notification.message(repeat each arguments))) }

  private func tell(_ method: String, _ parameters: JSON) { send(["method": .text(method), "params": parameters]) }

  private func send(_ message: [String: JSON]) {
    state.withLock { $0.unasked = 0 }
    // Both are sent under one lock, so that the state is that of the moment at which the message is sent.
    outgoing.withLock { outgoing in
      if let state = outgoing.worldState(), state != outgoing.lastState {
        outgoing.lastState = state
        write(["method": "state", "params": state])
      }
      outgoing.count += 1
      outgoing.beginMessage()
      outgoing.endMessage(write(message))
    }
  }

  /// How far the conversation is, or nil if there is a new state to send. While the mark stays the same, neither end
  /// can have learned anything new.
  var mark: Mark? {
    let sent = outgoing.withLock { outgoing in
      outgoing.worldState() == outgoing.lastState ? outgoing.count : nil
    }
    return sent.map { Mark(sent: $0, come: state.withLock(\.count)) }
  }

  struct Mark: Equatable {
    fileprivate var sent: Int
    fileprivate var come: Int

    /// The mark after a call and its answer, if no other message is sent.
    var afterCall: Self { Self(sent: sent + 1, come: come + 1) }
  }

  /// Writes a message, and returns how many bytes it has.
  @discardableResult
  private func write(_ message: [String: JSON]) -> Int {
    let line = JSON.object(message.merging(["jsonrpc": "2.0"]) { first, _ in first }).jsonText
    if !writer.write(line) { end(why: "it does not read: \(limits.unread >> 20) MB wait for it") }
    return line.count
  }

  // MARK: From the other end

  /// Takes bytes that the other end has sent.
  func take(_ bytes: [UInt8]) {
    do {
      let (lines, isTooLong, isTooMuch) = state.withLock { state in
        state.unasked += bytes.count
        return (state.cutter.take(bytes), state.cutter.hasDropped, state.unasked > limits.unasked)
      }
      for line in lines { try take(line: line) }
      if isTooMuch {
        throw BrokenConversation(
          description: "more than \(limits.unasked >> 20) MB since it was last sent anything")
      }
      if isTooLong { throw BrokenConversation(description: "a line of more than \(LineCutter.longest >> 20) MB") }
    } catch {
      end(why: "\(error)")
    }
  }

  /// Ends the conversation. Calls that wait for an answer throw an error.
  func end(why: String) {
    let left = state.withLock { state -> State? in
      guard state.end == nil else { return nil }
      defer { (state.end, state.waiting, state.answering) = (why, [:], [:]) }
      return state
    }
    guard let left else { return }
    writer.stop()
    for call in left.answering.values { call.task.cancel() }
    for continuation in left.waiting.values { continuation.resume(throwing: BrokenConversation(description: why)) }
    atEnd()
  }

  private func take(line: [UInt8]) throws {
    let role = state.withLock { state in
      state.count += 1
      return state.role
    }
    let message: JSON
    role.beginMessage()
    do {
      message = try JSON(json: line)
    } catch {
      throw BrokenConversation(description: "\(error), in the line \(Self.shown(line))")
    }
    role.endMessage(line.count)
    let id: Int64? = if case .integer(let id)? = message["id"] { id } else { nil }
    if case .text(let method)? = message["method"] {
      let parameters = message["params"] ?? .null
      if let id { try answer(method, parameters, id: id, bytes: line.count) } else { try hear(method, parameters) }
    } else if let id, let continuation = state.withLock({ $0.waiting.removeValue(forKey: id) }) {
      continuation.resume(with: Self.result(of: message))
    } else {
      let isOld = id.map { id in state.withLock { (1...max(1, $0.lastIDBefore)).contains(id) } } ?? false
      throw BrokenConversation(
        description: "an answer to no call, or the second to one\(isOld ? " of an earlier scenario" : ""): "
          + "\(Self.shown(line)); `id` is that of the call")
    }
  }

  private static func shown(_ line: [UInt8]) -> String {
    "'\(String(decoding: line.prefix(200), as: UTF8.self).printable)'\(line.count > 200 ? ", cut" : "")"
  }

  private static func result(of message: JSON) -> Result<JSON, any Error> {
    message["error"].map { .failure(ErrorAnswer($0).meant) } ?? .success(message["result"] ?? .null)
  }

  private func hear(_ method: String, _ parameters: JSON) throws {
    if method == EveryProgram.cancel.name {
      // Any other id is that of no call.
      guard case .integer(let id)? = parameters["id"] else { return }
      // Cancelled outside the lock, because the cancelled task may send a message.
      for call in state.withLock({ $0.answering.values.filter { $0.id == id } }) { call.task.cancel() }
      return
    }
    let role = state.withLock(\.role)
    try role.hear(method, parameters)
  }

  private func answer(_ method: String, _ parameters: JSON, id: Int64, bytes: Int) throws {
    try state.withLock { state in
      guard state.answering.count < limits.calls else {
        throw BrokenConversation(description: "more than \(limits.calls) calls that wait for an answer")
      }
      guard state.answeringBytes + bytes <= limits.bytesOfCalls else {
        throw BrokenConversation(
          description: "calls of more than \(limits.bytesOfCalls >> 20) MB that wait for an answer")
      }
      let role = state.role
      state.lastAnswering += 1
      let number = state.lastAnswering
      let task = Task {
        do {
          let result = try await role.answer(method, parameters)
          send(["id": .integer(id), "result": result])
        } catch {
          send(["id": .integer(id), "error": ErrorAnswer(error).json])
        }
        self.state.withLock { $0.endAnswering(number) }
      }
      state.answering[number] = (id, bytes, task)
      state.answeringBytes += bytes
    }
  }
}
