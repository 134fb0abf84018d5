import CacheConformance
import Foundation

/// Why requests do not reach a server of the kit on the loopback interface. The module is not to blame for that.
struct LoopbackObstacle: Error, CustomStringConvertible {
  let description: String
}

/// What has to be so for requests to reach a server on the loopback interface.
package enum Loopback {
  /// Throws if requests do not reach a server of this process.
  ///
  /// - Throws: `LoopbackObstacle`, or `LoopbackError` if there can be no server.
  static func check() throws {
    if let why = proxy(in: ProcessInfo.processInfo.environment) { throw LoopbackObstacle(description: why) }
    if let why = try isReachable.get() { throw LoopbackObstacle(description: why) }
  }

  /// Returns why clients with these variables ask a proxy for what is on loopback, or nil if they do not.
  static func proxy(in variables: [String: String]) -> String? {
    let named = variables.filter { Proxies.variables.contains($0.key.lowercased()) && !$0.value.isEmpty }.keys.sorted()
    guard let first = named.first else { return nil }
    let exceptions = variables.filter { $0.key.lowercased() == "no_proxy" }.values
      .flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
    if exceptions.contains("*") || exceptions.contains("127.0.0.1") { return nil }
    return
      "the variable \(first) sends requests for 127.0.0.1 to a proxy: unset it, or set no_proxy=127.0.0.1,localhost"
  }

  /// Why no connection reaches a server on loopback, or nil. It stays the same while the process runs.
  private static let isReachable = Result { () throws -> String? in
    guard let code = try obstacle(to: host) else { return nil }
    return
      "nothing connects to \(host) (\(String(cString: strerror(code)))): bring the loopback interface up, as by "
      + "`ip link set lo up`"
  }

  /// Connects to a server of this process, and returns the error code if that fails.
  ///
  /// - Throws: `LoopbackError` if there can be no server.
  private static func obstacle(to host: String) throws -> Int32? {
    let server = try LoopbackServer(host: host) { _ in [] }
    defer { server.stop() }
    let connection = socket(AF_INET, streamSocket, 0)
    guard connection >= 0 else { throw LoopbackError("opening") }
    prepare(connection)
    defer { close(connection) }
    var address = LoopbackServer.address(of: host, port: server.port)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    return isConnected ? nil : errno
  }

  /// The address of the origins of this process: the one that was drawn for the run, unless the system has no other than
  /// 127.0.0.1. Where proxies are set it is that one too, because the exceptions to proxies name it.
  package static let host: String = {
    let variables = ProcessInfo.processInfo.environment
    let isFree = Proxies.removed(from: variables).count == variables.count
    let isReached = try? isFree && obstacle(to: RunAddress.drawn) == nil
    return isReached == true ? RunAddress.drawn : "127.0.0.1"
  }()
}
