import Foundation

extension Error {
  /// What the system said of a file, as in "Not a directory", or else what the error says. Foundation says on Linux of
  /// many errors only their numbers.
  package var reasonOfSystem: String {
    let error = self as NSError
    let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
    if cause.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(truncatingIfNeeded: cause.code))) }
    return error.localizedDescription
  }

  /// The error in words. Of Foundation's errors about files these are the file and what the system said.
  package var inWords: String {
    let error = self as NSError
    guard error.domain == NSCocoaErrorDomain else { return "\(self)" }
    return [error.userInfo[NSFilePathErrorKey] as? String, reasonOfSystem].compactMap(\.self).joined(separator: ": ")
  }
}
