/// The parsed arguments of the command line.
struct Options: Equatable {
  enum Action: String, CaseIterable {
    case corrupt, kill
    /// For starting child processes only.
    case corruptHere = "corrupt-here"
    case killHere = "kill-here"
  }

  /// The action, or nil for help.
  var action: Action?
  var seed = 1
  /// The number of the first corruption, or of the first step of a process that will be killed.
  var first = 1
  var count = 1000
  var stores = StoreKind.allCases
  /// The time limit of one corruption, in seconds.
  var timeLimit = 30
  var folder: String?

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    guard let name = rest.popFirst(), !["help", "--help", "-h"].contains(name) else { return }
    guard let action = Action(rawValue: name) else {
      throw UsageError(description: "unknown command '\(name)'; the commands are corrupt and kill")
    }
    self.action = action
    while let option = rest.popFirst() {
      if option == "--help" || option == "-h" {
        self.action = nil
        return
      }
      guard ["--seed", "--count", "--from", "--store", "--time-limit", "--folder"].contains(option) else {
        throw UsageError(description: "unknown option '\(option)'")
      }
      guard let value = rest.popFirst() else { throw UsageError(description: "\(option) needs a value") }
      try take(option, value)
    }
  }

  private mutating func take(_ option: String, _ value: String) throws(UsageError) {
    switch option {
    case "--seed": seed = try number(value, option, from: 0)
    case "--count": count = try number(value, option, from: 1)
    case "--from": first = try number(value, option, from: 1)
    case "--time-limit": timeLimit = try number(value, option, from: 1)
    case "--store" where value == "all": stores = StoreKind.allCases
    case "--store":
      guard let kind = StoreKind(rawValue: value) else {
        throw UsageError(description: "unknown store '\(value)'; the stores are responses, storage, graph and all")
      }
      stores = [kind]
    default: folder = value
    }
  }

  private func number(_ value: String, _ option: String, from least: Int) throws(UsageError) -> Int {
    guard let number = Int(value), number >= least, number < 1_000_000_000 else {
      throw UsageError(description: "\(option) takes a whole number from \(least), not '\(value)'")
    }
    return number
  }

  static let help = """
    corruptor: damages what the reference keeps on disk, and reads it back

      corruptor corrupt    damage copies of a populated store in many ways; open, read, write and clear each
      corruptor kill       kill a process that changes a store, again and again; read what is there

      --store NAME         responses, storage, graph or all (all)
      --count N            how many corruptions, or kills, of each store (1000)
      --seed N             another seed, other corruptions (1)
      --from N             the number of the first corruption (1): with --count 1, one of them again
      --time-limit N       how many seconds one corruption, or the start of a process, may take (30)

    What comes back has to be what was stored under its key, or nothing, or an error. Each line at the end counts wrong
    answers, lost writes, stores that stay stuck, crashes and hangs; the status is 1 when any of these is not zero.
    """
}

/// Invalid arguments.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}
