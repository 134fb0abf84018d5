import Foundation

/// What is known of the terminal that a person reads on.
enum Terminal {
  /// How many columns standard output has: those that `COLUMNS` names, or else those of the terminal; nil if it is none.
  static var width: Int? { width(of: STDOUT_FILENO) }

  /// How many columns a descriptor has, but never so few that no word fits.
  static func width(of descriptor: Int32) -> Int? {
    let named = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    guard let columns = named ?? ofTerminal(descriptor) else { return nil }
    return max(columns, leastWidth)
  }

  /// What is printed in fewer columns is a word a line.
  private static let leastWidth = 24

  private static func ofTerminal(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return isatty(descriptor) == 1 ? 80 : nil
    }
    return Int(size.ws_col)
  }
}
