import CacheConformance
import Foundation

extension CacheSpecCommand {
  /// Returns the command line for the program that takes the place of the modules, or this one if there is none. The
  /// program describes itself to a worker, with which it ends, however this process ends.
  func withProgram(_ arguments: Arguments) async throws -> Self {
    guard let command = arguments.program else { return self }
    #if os(macOS) || os(Linux)
      try checkPrograms()
      let folder = try RunFolder()
      defer { folder.remove() }
      let isolation = Isolation(
        executable: Isolation.thisExecutable, arguments: ["work", arguments.name ?? "program", "--exec", command])
      let worker = try await Worker.start(isolation, in: folder.url, passingOutputOn: true)
      defer { worker.end() }
      guard let description = worker.description else {
        throw RunError.cannotIsolate("\(isolation.executable.path) did not pass on what `\(command)` says of itself")
      }
      let module = try Program(command).module(description, named: arguments.name, of: programs)
      return Self(name: name, modules: [module], programs: programs)
    #else
      throw UsageError("--exec needs macOS or Linux")
    #endif
  }

  #if os(macOS) || os(Linux)
    /// Works for the process that started this one.
    ///
    /// - Parameters:
    ///   - name: the name of the module.
    ///   - command: the command of a program that takes the place of the module, or nil.
    func work(_ name: String, program command: String?) async throws -> Int32 {
      guard let parent = await WorkerParent() else { return 0 }
      guard let command else {
        await (try find(name)).work(for: parent)
        return 0
      }
      try checkPrograms()
      let program = Program(command, isOfWorker: true)
      defer { program.end() }
      do {
        let description = try await program.describe()
        let module = try program.module(description, named: name, of: programs)
        await [module].work(for: parent, describedAs: description)
        return 0
      } catch {
        parent.refuse("\(error)")
        // If the parent is gone, this process may end before it has noticed that.
        ChildProcess.endOwnSession()
        return 3
      }
    }
  #endif
}
