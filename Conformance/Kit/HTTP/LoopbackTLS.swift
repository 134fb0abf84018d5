import CacheConformance
package import Foundation

/// Why an origin over TLS is not available, or what went wrong with it.
struct TLSError: Error, CustomStringConvertible {
  let description: String
}

#if os(macOS) || os(Linux)
  /// TLS for the kit's own origin, with a certificate that is created for the run.
  ///
  /// OpenSSL's command does the work, in one process per connection, because the toolchain's libraries have no server
  /// side of TLS.
  package final class LoopbackTLS: Sendable {
    /// The location of OpenSSL's command. The one in macOS is LibreSSL, which cannot serve a Unix domain socket.
    private static let openssl: URL? = {
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
      #if canImport(Darwin)
        let others = folders.filter { $0 != "/usr/bin" }
      #else
        let others = folders
      #endif
      return others.map { URL(fileURLWithPath: $0).appendingPathComponent("openssl") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// Why an origin over TLS is not available on this machine, or nil.
    package static var lack: String? {
      openssl == nil ? "the kit's origin speaks TLS by OpenSSL's command, and none is found in PATH" : nil
    }

    /// The certificate, in PEM, which a client has to trust. It is for the run's address and localhost.
    package var certificate: URL { folder.appendingPathComponent("certificate.pem") }
    private var key: URL { folder.appendingPathComponent("key.pem") }
    /// The folder of the certificate, its key, and the sockets that connections are relayed to.
    private let folder: URL

    /// Creates a certificate, in a new folder.
    ///
    /// - Throws: `TLSError`, or an error of the machine.
    package init(in parent: URL = TemporaryFolders.parentOfSockets) throws {
      guard let openssl = Self.openssl else { throw TLSError(description: Self.lack ?? "") }
      folder = TemporaryFolders.newURL(in: parent)
      try TemporaryFolders.create(at: folder)
      let making = Process()
      making.executableURL = openssl
      making.arguments = [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:\(Loopback.host)",
        "-keyout", key.path, "-out", certificate.path,
      ]
      let said = Pipe()
      (making.standardInput, making.standardOutput, making.standardError) = (FileHandle.nullDevice, said, said)
      do {
        try making.run()
        let words = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        making.waitUntilExit()
        if making.terminationStatus != 0 {
          throw TLSError(description: "making a certificate with \(openssl.path): \(words)")
        }
      } catch {
        remove()
        throw error
      }
    }

    /// Removes the certificate and its key.
    package func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Terminates TLS on a connection.
    ///
    /// - Returns: A socket that carries what the client sends, decrypted, and takes the answer. Closing it ends the
    ///   connection.
    /// - Throws: `TLSError`, or an error of the machine.
    func plain(_ connection: Int32) throws -> Int32 {
      let name = String(UUID().uuidString.prefix(8))
      var ends: [Int32] = [0, 0]
      guard socketpair(AF_UNIX, streamSocket, 0, &ends) == 0 else { throw LoopbackError("opening") }
      for end in ends { prepare(end) }
      let speaking = Process()
      // OpenSSL 3 accepts no socket path of more than thirty bytes, so it is given the name alone.
      (speaking.executableURL, speaking.currentDirectoryURL) = (Self.openssl, folder)
      speaking.arguments = [
        "s_server", "-unix", name, "-naccept", "1", "-quiet", "-cert", certificate.path, "-key", key.path,
      ]
      let end = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
      (speaking.standardInput, speaking.standardOutput, speaking.standardError) = (end, end, FileHandle.nullDevice)
      do {
        try speaking.run()
        let tunnel = try connect(to: name) { speaking.isRunning }
        startThread { relay(between: connection, and: tunnel) }
      } catch {
        if speaking.isRunning { speaking.terminate() }
        close(ends[0])
        throw error
      }
      return ends[0]
    }

    /// Connects to a Unix domain socket in the folder that is about to exist.
    private func connect(to name: String, while isComing: () -> Bool) throws -> Int32 {
      #if canImport(Darwin)
        let path = folder.appendingPathComponent(name).path
      #else
        // Linux allows the path of a socket 107 bytes, but does not count what the link to a descriptor stands for.
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemCallError("opening \(folder.path)") }
        defer { close(descriptor) }
        let path = "/proc/self/fd/\(descriptor)/\(name)"
      #endif
      let tunnel = socket(AF_UNIX, streamSocket, 0)
      guard tunnel >= 0 else { throw LoopbackError("opening") }
      prepare(tunnel)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      while isComing() {
        let status = withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            #if canImport(Glibc)
              Glibc.connect(tunnel, pointer, size)
            #elseif canImport(Musl)
              Musl.connect(tunnel, pointer, size)
            #else
              Darwin.connect(tunnel, pointer, size)
            #endif
          }
        }
        if status == 0 { return tunnel }
        // The process gives no other sign that it is listening.
        usleep(1000)
      }
      close(tunnel)
      throw TLSError(description: "OpenSSL's s_server ended before it took a connection in \(folder.path)")
    }
  }

  /// Relays bytes between two sockets until both have ended, and closes them.
  private func relay(between one: Int32, and other: Int32) {
    var open = [
      pollfd(fd: one, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while open.contains(where: { $0.fd >= 0 }) {
      guard poll(&open, nfds_t(open.count), -1) > 0 || errno == EINTR else { break }
      for (place, peer) in [(0, other), (1, one)] where open[place].revents != 0 {
        let count = recv(open[place].fd, &buffer, buffer.count, 0)
        if count > 0 {
          send(Array(buffer[..<count]), to: peer)
        } else if count == 0 || errno != EINTR {
          shutdown(peer, Int32(SHUT_WR))
          // `poll` ignores a negative descriptor.
          open[place].fd = -1
        }
        open[place].revents = 0
      }
    }
    close(one)
    close(other)
  }
#else
  /// TLS for the kit's own origin, which is not available where no process can be started.
  package final class LoopbackTLS: Sendable {
    package static let lack: String? = "the kit's origin speaks TLS by a process of OpenSSL's, and none starts here"
    package var certificate: URL { URL(fileURLWithPath: "/") }

    package init() throws { throw TLSError(description: Self.lack ?? "") }

    package func remove() {}
    func plain(_ connection: Int32) throws -> Int32 { connection }
  }
#endif
