import Foundation

/// The first line to a worker.
struct WorkerGreeting: Codable, Sendable {
  /// The secret that the worker's messages have to carry.
  let token: String
  /// The process id of the parent, which a worker cannot ask for once the parent has died.
  let parent: Int32
}

/// A command to a worker, one per line.
struct WorkerCommand: Codable, Sendable {
  /// The planned case to judge, or a name for the runs to follow; empty to ask for a response only.
  let key: String
  /// The drawn runs to hold against the models, in place of a planned case, or nil.
  let runs: RunsToFollow?
  /// Whether to report each step before it is performed.
  let isTraced: Bool
  /// How long to wait after each step for its late effects, in seconds.
  let pause: Double
  /// The time limit, in seconds.
  let timeLimit: Double
  /// How the app is killed by a signal, or nil if a copy of the storage simulates that.
  let suddenEnd: SuddenEnd?
}

/// A message from a worker, one per line. It names its case, and proves that it comes from the worker itself.
struct WorkerMessage: Codable, Sendable {
  enum Content: Codable, Sendable {
    /// It is ready for work.
    case ready
    /// It has begun the case.
    case began
    /// It is about to perform a step. Sent for each step of a traced case, else from time to time and without a trace.
    case step(Trace?)
    /// It has judged the case.
    case judged(Verdict, Trace)
    /// It has followed the runs.
    case followed(FollowedRuns)
    /// A signal is about to end it and this is left, or it is not ended because nothing would be left.
    case ending(Remains)
  }

  /// The secret that the worker got from its parent.
  let token: String
  /// The planned case; empty if the message is about none.
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
