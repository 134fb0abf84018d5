import CacheSpec
import Foundation
import Synchronization

/// The error when a message is not one of the protocol, or cannot be one at this point of the conversation.
struct BrokenConversation: Error, CustomStringConvertible {
  let description: String
}

/// An error that the other end answers with.
struct ErrorAnswer: Error, CustomStringConvertible {
  /// What went wrong, in words.
  let description: String
  /// The failure of an origin that it passes on, or nil.
  let failure: String?

  init(_ error: JSON) {
    description = (try? error.get("message")) ?? "an error without a message"
    failure = try? error["data"]?.find("failure")
  }

  /// The error that an error answer stands for.
  var meant: any Error {
    if let failure = failure.flatMap(OriginFailure.init) { return failure }
    if failure == Self.cancelled { return CancellationError() }
    return failure == Self.abandoned ? TransactionAbandoned() : self
  }

  fileprivate static let cancelled = "cancelled"
  fileprivate static let abandoned = "abandoned"

  /// The error answer for an error.
  static func to(_ error: any Error) -> JSON {
    let failure: String? =
      switch error {
      case let failure as OriginFailure: failure.rawValue
      case let failure as RemoteFailure: failure.ofOrigin.rawValue
      case is CancellationError: cancelled
      case is TransactionAbandoned: abandoned
      case let error as ErrorAnswer: error.failure
      default: nil
      }
    return [
      "code": .integer(-32000), "message": .text("\(error)"),
      "data": failure.map { ["failure": .text($0)] } ?? [:],
    ]
  }
}

extension RemoteFailure {
  /// The failure in the words of the protocol; which one it is stands in the message.
  fileprivate var ofOrigin: OriginFailure {
    switch self {
    case .noNetwork, .refused: .noConnection
    case .timeOut: .timeOut
    case .status: .serverError
    }
  }
}

/// One end of a conversation in JSON-RPC 2.0 with a message a line, in which both ends call and answer.
final class Conversation: Sendable {
  /// What this end does when the other end calls or tells it something.
  struct Role: Sendable {
    /// Answers a call.
    var answer: @Sendable (_ method: String, _ parameters: JSON) async throws -> JSON = { method, _ in
      throw BrokenConversation(description: "nobody answers \(method) now")
    }
    /// Takes what needs no answer, in order and at once.
    var hear: @Sendable (_ method: String, _ parameters: JSON) throws -> Void = { _, _ in }
    /// What has to be said before the next message.
    var said: @Sendable () -> JSON? = { nil }
  }

  private struct State {
    var role = Role()
    var lastID: Int64 = 0
    /// How many messages have come.
    var count = 0
    var waiting: [Int64: CheckedContinuation<JSON, any Error>] = [:]
    var answering: [Int64: Task<Void, Never>] = [:]
    /// Why the conversation is over.
    var end: String?
    var cutter = LineCutter()
  }

  /// What is said before a message.
  private struct Saying {
    var said: @Sendable () -> JSON? = { nil }
    var last: JSON?
    /// How many messages have been sent.
    var count = 0
  }

  private let state = Mutex(State())
  /// Locked while a message is written, which takes long, and apart from the rest, so that whoever reads does not wait.
  private let saying = Mutex(Saying())
  private let writer: LineWriter
  /// Called once, when the conversation is over.
  private let atEnd: @Sendable () -> Void

  /// - Parameters:
  ///   - descriptor: where to write messages.
  ///   - atEnd: called once, when the conversation is over.
  init(writingTo descriptor: Int32, atEnd: @escaping @Sendable () -> Void) {
    (writer, self.atEnd) = (LineWriter(descriptor), atEnd)
  }

  /// Why the conversation is over, or nil.
  var end: String? { state.withLock(\.end) }

  /// How many calls wait for an answer.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Takes another role from now on.
  func play(_ role: Role) {
    state.withLock { $0.role = role }
    saying.withLock { $0 = Saying(said: role.said) }
  }

  // MARK: To the other end

  /// Calls the other end, and waits for its answer. If the task is cancelled, the other end is told so.
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
        // If it was cancelled before, the other end was told of a call that it had not heard of.
        if Task.isCancelled { tell("cancel", ["id": .integer(id)]) }
      }
    } onCancel: {
      tell("cancel", ["id": .integer(id)])
    }
  }

  /// Tells the other end something that needs no answer.
  func tell(_ method: String, _ parameters: JSON) { send(["method": .text(method), "params": parameters]) }

  private func send(_ message: [String: JSON]) {
    // In one order: what is said before a message is of the moment at which it is sent.
    saying.withLock { saying in
      if let said = saying.said(), said != saying.last {
        saying.last = said
        write(["method": "state", "params": said])
      }
      saying.count += 1
      write(message)
    }
  }

  /// How far the conversation is, or nil if there is something new to say. While it stays the same, neither end can know
  /// of anything new.
  var mark: Mark? {
    let sent = saying.withLock { saying in saying.said() == saying.last ? saying.count : nil }
    return sent.map { Mark(sent: $0, come: state.withLock(\.count)) }
  }

  struct Mark: Equatable {
    fileprivate var sent: Int
    fileprivate var come: Int

    /// The mark after a call and its answer alone.
    var afterCall: Self { Self(sent: sent + 1, come: come + 1) }
  }

  private func write(_ message: [String: JSON]) {
    writer.write(JSON.object(message.merging(["jsonrpc": "2.0"]) { first, _ in first }).jsonText)
  }

  // MARK: From the other end

  /// Takes bytes that the other end has sent.
  func take(_ bytes: [UInt8]) {
    do {
      let (lines, isTooLong) = state.withLock { ($0.cutter.take(bytes), $0.cutter.hasDropped) }
      for line in lines { try take(line: line) }
      if isTooLong { throw BrokenConversation(description: "a line of more than \(LineCutter.longest >> 20) MB") }
    } catch {
      end(why: "\(error)")
    }
  }

  /// Ends the conversation. Whoever waits for an answer gets an error.
  func end(why: String) {
    let left = state.withLock { state -> State? in
      guard state.end == nil else { return nil }
      defer { (state.end, state.waiting, state.answering) = (why, [:], [:]) }
      return state
    }
    guard let left else { return }
    writer.stop()
    for task in left.answering.values { task.cancel() }
    for continuation in left.waiting.values { continuation.resume(throwing: BrokenConversation(description: why)) }
    atEnd()
  }

  private func take(line: [UInt8]) throws {
    let message: JSON
    do {
      message = try JSON(json: line)
    } catch {
      throw BrokenConversation(description: "\(error), in the line \(Self.shown(line))")
    }
    state.withLock { $0.count += 1 }
    let id: Int64? = if case .integer(let id)? = message["id"] { id } else { nil }
    if case .text(let method)? = message["method"] {
      let parameters = message["params"] ?? .null
      if let id { answer(method, parameters, id: id) } else { try hear(method, parameters) }
    } else if let id, let continuation = state.withLock({ $0.waiting.removeValue(forKey: id) }) {
      continuation.resume(with: Self.result(of: message))
    } else {
      throw BrokenConversation(
        description: "an answer to no call, or the second to one: \(Self.shown(line)); `id` is that of the call")
    }
  }

  private static func shown(_ line: [UInt8]) -> String {
    "'\(String(decoding: line.prefix(200), as: UTF8.self).printable)'\(line.count > 200 ? ", cut" : "")"
  }

  private static func result(of message: JSON) -> Result<JSON, any Error> {
    message["error"].map { .failure(ErrorAnswer($0).meant) } ?? .success(message["result"] ?? .null)
  }

  private func hear(_ method: String, _ parameters: JSON) throws {
    if method == "cancel", case .integer(let id)? = parameters["id"] {
      // Outside the lock: what is cancelled may have something to say.
      state.withLock { $0.answering[id] }?.cancel()
      return
    }
    let role = state.withLock(\.role)
    try role.hear(method, parameters)
  }

  private func answer(_ method: String, _ parameters: JSON, id: Int64) {
    state.withLock { state in
      let role = state.role
      state.answering[id] = Task {
        do {
          let result = try await role.answer(method, parameters)
          send(["id": .integer(id), "result": result])
        } catch {
          send(["id": .integer(id), "error": ErrorAnswer.to(error)])
        }
        self.state.withLock { $0.answering[id] = nil }
      }
    }
  }
}
