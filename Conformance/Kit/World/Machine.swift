import Foundation

/// Checks what the machine has run out of. A module that fails meanwhile is not to blame.
enum Machine {
  /// Something without which no module can work.
  struct Lack: Error, CustomStringConvertible {
    let description: String
  }

  /// What the machine has run out of, or nil.
  static var lack: Lack? {
    #if os(macOS) || os(Linux)
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      if descriptor < 0, errno == EMFILE || errno == ENFILE {
        return Lack(description: "no more files can be opened: raise `ulimit -n`, if the module closes what it opens")
      }
      close(descriptor)
      let memory = mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      if memory == MAP_FAILED { return Lack(description: "no more memory can be had: raise `ulimit -v`, if it is low") }
      munmap(memory, 1 << 20)
      var disk = statvfs()
      let folder = TemporaryFolders.parent.path
      if statvfs(folder, &disk) == 0, disk.f_bavail == 0 {
        return Lack(description: "the disk of \(folder) is full")
      }
    #endif
    return nil
  }
}
