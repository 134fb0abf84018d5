import Foundation

/// What a worker is told, a line each.
struct WorkerCommand: Codable, Sendable {
  /// The planned case to judge; empty where nothing but a sign of life is asked for.
  let key: String
  /// Whether each step is to be told before it is performed.
  let isTraced: Bool
  /// How long to wait after each step for what it has started, in seconds.
  let pause: Double
  /// What it may take, in seconds.
  let timeLimit: Double
  /// How the app's sudden end comes about, where that is in earnest.
  let suddenEnd: SuddenEnd?
}

/// What a worker tells, a line each. Each message names its case, and shows that it comes from the worker itself.
struct WorkerMessage: Codable, Sendable {
  enum Content: Codable, Sendable {
    /// It waits for work.
    case ready
    /// It has begun on the case.
    case began
    /// It is about to perform a step: told of each where the case is traced, else without a trace and now and then.
    case step(Trace?)
    /// It has judged the case.
    case judged(Verdict, Trace)
    /// It is about to be ended by a signal, and leaves this, or is not, because nothing would be left.
    case ending(Remains)
  }

  /// The secret that its parent gave the worker.
  let token: String
  /// The planned case; empty where it is about none.
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
  /// Reads a line of JSON, or gives nil for anything else.
  init?(line: [UInt8]) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
    self = value
  }
}
