import CacheConformance
import Foundation

/// Sends a text to an address and a port of this machine, and returns what comes until the connection ends; nothing if
/// nobody takes the connection. It blocks a thread of its own, because servers run on the threads that tasks share.
package func exchange(with authority: String, _ text: String) async throws -> String {
  let parts = authority.split(separator: ":")
  let (host, port) = (String(parts[0]), UInt16(parts[1]) ?? 0)
  return await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: answer(of: host, port, to: text)) }.start()
  }
}

private func answer(of host: String, _ port: UInt16, to text: String) -> String {
  #if canImport(Glibc)
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let connection = socket(AF_INET, SOCK_STREAM, 0)
  #endif
  defer { close(connection) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = inet_addr(host)
  let isConnected = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  guard isConnected, writeAll(Array(text.utf8), to: connection) == nil else { return "" }
  var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
  while true {
    let count = read(connection, &buffer, buffer.count)
    guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
    answer += buffer[..<count]
  }
}
