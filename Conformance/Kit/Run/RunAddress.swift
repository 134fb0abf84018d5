import Foundation

/// An address on the loopback interface that is drawn for a run. Whoever asks another address of the machine does not
/// ask the origins that listen on it.
package enum RunAddress {
  /// The variable by which a worker learns the address of its run.
  package static let variable = "CACHESPEC_ADDRESS"

  /// The address. Each has as many characters, because what a module stores has to have the same size in each run.
  package static let drawn =
    ProcessInfo.processInfo.environment[variable]
    ?? "127.\(number).\(number).\(number)"

  private static var number: Int { Int.random(in: 100...254) }
}
