import CacheSpec
import Foundation

/// The calls of every chapter.
package enum EveryProgram {
  static let describe = PipeCall("describe", Parameter("protocol", Int.self), answer: ProgramDescription.self)
  static let begin = PipeCall("begin", Parameter("chapter", String.self), answer: Nothing.self)
  static let sync = PipeCall("sync", answer: Nothing.self)
  static let waitUntilIdle = ModuleCall("waitUntilIdle", of: (any ClosableModule).self) { try await $0.waitUntilIdle() }
  static let close = ModuleCall("close", of: (any ClosableModule).self) { try await $0.close() }

  static let cancel = PipeCall("cancel", Parameter("id", Int.self), answer: Nothing.self)
  static let now = Parameter("now", Date.self)
  static let elapsed = Parameter("elapsed", Duration?.self)

  static let sleep = PipeCall("sleep", Parameter("until", Duration.self), answer: Nothing.self)
  static let sleepers = PipeCall("sleepers", Parameter("count", Int.self), answer: Nothing.self)
  package static let log = PipeCall("log", Parameter("line", String.self), answer: Nothing.self)

  /// The calls in words.
  package static let description = PipeDescription(
    "Every chapter", "what each program has, whatever it implements",
    calls: [
      describe.described("first in each process, which describes the same `chapters`, `lacking` and `loopback`"),
      begin.described("forgets all objects; what follows is in a fresh world"),
      sync.described(
        "answers at once. Only then does an origin over HTTP send its own answer, so that the program knows the time; "
          + "it is also called when a world has ended, and what comes before the answer belongs to that world"),
    ],
    ofObjects: [
      waitUntilIdle.described("of any object: answers once it has no work in progress"),
      close.described(
        "of any object: ends its loops and time-outs, and a session's loads, which the origin may hold; the app has "
          + "ended, and may start again with what was stored"),
    ],
    told: [cancel.described("the call with this `id` is no longer wanted; answer it at once, with `cancelled`")],
    asked: [
      sleep.described(
        "is answered once the world's clock shows this `elapsed`; the parameter is not a duration, because the clock may "
          + "move while the call is under way", failing: "the program has sent `cancel`: `cancelled`"),
      sleepers.described("is answered once this many calls of `sleep` wait"),
    ],
    heard: [
      cancel.described("the program no longer needs this call of its own, such as a `sleep`"),
      log.described("the module logs a line"),
    ],
    state: [now.field, elapsed.field])
}
