import CacheConformance
import CacheSpec
import Foundation

extension JSONReport {
  /// Reads the one report of a file.
  ///
  /// - Throws: `UsageError` for a file that is no report in JSON, or has several.
  static func report(at path: String) throws(UsageError) -> Self {
    let all = try reports(at: path)
    guard all.count == 1 else {
      throw UsageError("\(path) has \(all.count.counted("report")), and has to have one: check one module at a time")
    }
    return all[0]
  }

  /// Reads the reports of a file: one, or the list that a check of several modules writes.
  ///
  /// - Throws: `UsageError` for a file that is no report in JSON.
  static func reports(at path: String) throws(UsageError) -> [Self] {
    let data = try Data(ofFile: path)
    do {
      return try Self.list(json: data)
    } catch let error as UnknownFormat {
      throw UsageError("\(path) cannot be read: \(error)")
    } catch {
      throw UsageError("\(path) is no report in JSON: write one with check --format json --output FILE")
    }
  }
}

extension Data {
  /// Reads a file that an argument names.
  ///
  /// - Throws: `UsageError` with what the system said.
  init(ofFile path: String) throws(UsageError) {
    do {
      // Reading it at once fails for a pipe, such as `<(git show main:report.json)`.
      self = try FileHandle(forReadingFrom: URL(filePath: path)).readToEnd() ?? Data()
    } catch {
      throw UsageError("cannot read '\(path)': \(error.reasonOfSystem)")
    }
  }
}
