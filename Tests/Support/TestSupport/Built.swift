public import Foundation

/// An executable of this package, in the same folder as the one that runs the tests.
public func built(_ name: String) -> URL {
  #if os(Linux)
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  #else
    // The tests are a bundle.
    let tests = (Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main).bundleURL
  #endif
  return tests.deletingLastPathComponent().appendingPathComponent(name)
}
