package import Foundation

/// Checks what the machine has run out of. A module that fails meanwhile is not to blame.
package enum Machine {
  /// Something without which no module can work.
  package struct Lack: Error, CustomStringConvertible {
    package let what: String
    /// What to do about it.
    let advice: String

    package var description: String { "\(what): \(advice)" }
  }

  /// The free bytes that a run needs on the disk of its temporary files. Scenarios that run side by side need less.
  private static let neededOnDisk: UInt64 = 16 << 20
  /// The bytes of memory that a step may need.
  private static let neededMemory = 64 << 20

  /// What the machine has run out of, or nil.
  package static var lack: Lack? {
    #if os(macOS) || os(Linux)
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      if descriptor < 0, errno == EMFILE || errno == ENFILE {
        return Lack(
          what: "no more files can be opened", advice: "raise `ulimit -n`, if the module closes what it opens")
      }
      close(descriptor)
      let memory = mmap(nil, neededMemory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      if memory == MAP_FAILED {
        return Lack(what: "no more memory can be had", advice: "raise `ulimit -v`, if it is low")
      }
      munmap(memory, neededMemory)
      return lackOfDisk(at: TemporaryFolders.parent)
    #else
      return nil
    #endif
  }

  #if os(macOS) || os(Linux)
    /// The lack of room on the disk of a folder, or nil.
    package static func lackOfDisk(at folder: URL) -> Lack? {
      var disk = statvfs()
      guard statvfs(folder.path, &disk) == 0 else { return nil }
      return lackOfDisk(at: folder, blocks: UInt64(disk.f_bavail), ofSize: UInt64(disk.f_frsize))
    }

    static func lackOfDisk(at folder: URL, blocks: UInt64, ofSize size: UInt64) -> Lack? {
      guard size > 0, blocks < neededOnDisk / size else { return nil }
      return Lack(
        what:
          "only \(blocks * size >> 10) KB are free on the disk of \(folder.path), and \(neededOnDisk >> 20) MB are needed",
        advice: "free some, or set TMPDIR to a folder on another disk")
    }

    /// Returns the verdict on a process that ended: the machine is to blame if it limits memory or has no room on disk,
    /// because a process that gets no memory, or cannot write what it has mapped, ends.
    package static func verdict(onEnd how: String) -> Verdict {
      verdict(onEnd: how, lack: lackOfDisk(at: TemporaryFolders.parent) ?? limitOfMemory)
    }

    static func verdict(onEnd how: String, lack: Lack?) -> Verdict {
      return lack.map { .setupFailed(.world("failed: the process ended (\(how)), and \($0)")) }
        ?? .crashed(how: how)
    }

    private static var limitOfMemory: Lack? {
      let most = min(limits(of: RLIMIT_AS).rlim_cur, limits(of: RLIMIT_DATA).rlim_cur)
      return lackOfMemory(most: UInt64(most))
    }

    /// The limit on the memory of a process as a lack, or nil if it limits nothing.
    static func lackOfMemory(most: UInt64) -> Lack? {
      // More than any machine has: that is how platforms write that there is no limit.
      if most > 1 << 50 { return nil }
      return Lack(
        what: "its memory is limited to \(most >> 20) MB",
        advice:
          "remove the limit by `ulimit -v unlimited` and `ulimit -d unlimited`, to learn whether the module is to blame"
      )
    }

    /// Raises the limit of open descriptors as far as is useful and allowed, because a platform's may be 256.
    ///
    /// - Returns: The limit.
    @discardableResult
    package static func raiseDescriptorLimit() -> UInt64 {
      var limit = limits(of: RLIMIT_NOFILE)
      let wanted = min(rlim_t(4096), limit.rlim_max)
      if limit.rlim_cur < wanted {
        limit.rlim_cur = wanted
        _ = setrlimit(resource(RLIMIT_NOFILE), &limit)
      }
      return UInt64(limits(of: RLIMIT_NOFILE).rlim_cur)
    }

    #if canImport(Glibc)
      private static func resource(_ resource: __rlimit_resource) -> __rlimit_resource_t {
        __rlimit_resource_t(UInt32(resource.rawValue))
      }
      private static func limits(of resource: __rlimit_resource) -> rlimit { limits(of: self.resource(resource)) }
      private static func limits(of resource: __rlimit_resource_t) -> rlimit {
        var limit = rlimit(rlim_cur: .max, rlim_max: .max)
        getrlimit(resource, &limit)
        return limit
      }
    #else
      private static func resource(_ resource: Int32) -> Int32 { resource }
      private static func limits(of resource: Int32) -> rlimit {
        var limit = rlimit(rlim_cur: .max, rlim_max: .max)
        getrlimit(resource, &limit)
        return limit
      }
    #endif
  #endif
}
