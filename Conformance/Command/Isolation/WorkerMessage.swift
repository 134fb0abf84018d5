import CacheConformance
import Foundation

/// The first line that a worker receives.
struct WorkerGreeting: Codable, Sendable {
  /// The secret that each message of the worker has to carry.
  let token: String
  /// The process id of the parent. A worker cannot ask for it once the parent has died.
  let parent: Int32
}

/// A command to a worker, one per line.
struct WorkerCommand: Codable, Sendable {
  /// The planned case to judge, or a name for the runs to follow; empty to ask for a response only.
  let key: String
  /// The drawn runs to follow in place of a planned case, or nil.
  let runs: RunsToFollow?
  /// Whether to report each step before it is performed.
  let isTraced: Bool
  /// How long to wait for late effects after each step, or before the response, in seconds.
  let pause: Double
  /// The time limit, in seconds.
  let timeLimit: Double
  /// How the app is killed by a signal, or nil if a copy of the storage simulates the kill.
  let suddenEnd: SuddenEnd?
}

/// A message from a worker, one per line. It names its case, and its token proves that it comes from the worker itself.
struct WorkerMessage: Codable, Sendable {
  enum Content: Codable, Sendable {
    /// The worker is ready for work. If its module is a program, this is how the program described itself, in JSON.
    case ready(description: String?)
    /// The worker ends, because its program cannot be checked.
    case refused(why: String)
    /// The worker has begun the case.
    case began
    /// The worker is about to perform a step. Sent for each step of a traced case, with the trace, of which it has only
    /// what is new if it continues the last one; otherwise from time to time, without a trace.
    case step(ScenarioTrace?, isContinued: Bool)
    /// The worker has judged the case.
    case judged(Verdict, ScenarioTrace)
    /// The worker has followed the next of the runs.
    case followed(FollowedRuns)
    /// What is left of the process, which a signal is about to end; or why no signal ends it, because nothing would be
    /// left.
    case ending(Remains)
  }

  /// The secret that the worker got from its parent.
  let token: String
  /// The key of the planned case; empty if the message is about no case.
  let key: String
  let content: Content

  init(token: String, key: String, _ content: Content) {
    (self.token, self.key, self.content) = (token, key, content)
  }
}

extension Encodable {
  /// The value as a line of JSON.
  var line: [UInt8]? {
    guard let data = try? JSONEncoder().encode(self) else { return nil }
    return [UInt8](data) + [UInt8(ascii: "\n")]
  }
}

extension Decodable {
  /// Decodes a line of JSON, or returns nil for anything else.
  init?(line: [UInt8]) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
    self = value
  }
}
