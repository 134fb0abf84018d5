import Foundation

/// The environment in which a report was made, which the report's recipient has to know.
package enum RunEnvironment {
  /// The toolchain that built the kit.
  package static var toolchain: String {
    #if compiler(>=6.5)
      "Swift 6.5 or later"
    #elseif compiler(>=6.4)
      "Swift 6.4"
    #else
      "Swift 6.3"
    #endif
  }

  /// The operating system and the processor.
  package static var platform: String {
    let version = ProcessInfo.processInfo.operatingSystemVersionString
    return version.hasPrefix(system) ? "\(version), \(processor)" : "\(system) \(version), \(processor)"
  }

  private static var system: String {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #elseif os(iOS)
      "iOS"
    #elseif os(tvOS)
      "tvOS"
    #elseif os(watchOS)
      "watchOS"
    #elseif os(visionOS)
      "visionOS"
    #else
      "another system"
    #endif
  }

  private static var processor: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another processor"
    #endif
  }
}
