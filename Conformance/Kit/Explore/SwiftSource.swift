package import CacheSpec
import CacheVocabulary

/// A value whose Swift expression is not simply its type's name with its properties.
package protocol WrittenInSwift {
  /// The Swift expression of the value, for a place where its type is known.
  var swiftSource: String { get }
}

/// Returns the name of an enumeration's case from the runtime, because a mirror has it only for cases with associated
/// values.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// Returns the Swift expression of a value, for a place where its type is known.
package func swiftSource(of value: Any) -> String {
  if let value = value as? any WrittenInSwift { return value.swiftSource }
  let mirror = Mirror(reflecting: value)
  let children = mirror.children.map(\.value)
  switch mirror.displayStyle {
  case .optional: return children.first.map(swiftSource) ?? "nil"
  case .collection, .set: return "[\(children.map(swiftSource).joined(separator: ", "))]"
  case .dictionary:
    let pairs = children.map { pair in
      Mirror(reflecting: pair).children.map { swiftSource(of: $0.value) }.joined(separator: ": ")
    }
    return pairs.isEmpty ? "[:]" : "[\(pairs.sorted().joined(separator: ", "))]"
  case .enum:
    guard let payload = mirror.children.first, let name = payload.label else { return "." + caseName(of: value) }
    let values = Mirror(reflecting: payload.value)
    return ".\(name)(" + (values.displayStyle == .tuple ? arguments(of: values) : swiftSource(of: payload.value)) + ")"
  case .struct: return "\(type(of: value))(\(arguments(of: mirror)))"
  default: return "\(value)"
  }
}

private func arguments(of mirror: Mirror) -> String {
  mirror.children.map { child in
    let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
    return label + swiftSource(of: child.value)
  }.joined(separator: ", ")
}

private func caseName(of value: Any) -> String {
  func name<Value>(_ value: Value) -> String { enumCaseName(value).map { String(cString: $0) } ?? "\(value)" }
  return _openExistential(value, do: name)
}

extension String: WrittenInSwift {
  package var swiftSource: String { debugDescription }
}

extension Duration: WrittenInSwift {
  package var swiftSource: String {
    let (seconds, attoseconds) = components
    return attoseconds == 0 ? ".seconds(\(seconds))" : ".milliseconds(\(Int(self / .milliseconds(1))))"
  }
}

extension RuleID: WrittenInSwift {
  package var swiftSource: String { text.debugDescription }
}

extension DataVersion: WrittenInSwift {
  package var swiftSource: String { "DataVersion(\(number))" }
}

extension ClosedRange<Int>: WrittenInSwift {
  package var swiftSource: String { upperBound == .max ? "\(lowerBound)...Int.max" : "\(lowerBound)...\(upperBound)" }
}

extension Expectation: WrittenInSwift {
  package var swiftSource: String {
    let kind =
      switch aspect {
      case .answer: "answer"
      case .requests: "request"
      case .stored: "store"
      case .notifications: "notify"
      case .log: "log"
      }
    return ".\(kind)(\(CacheConformance.swiftSource(of: pattern)))"
      + (rule.map { ".demanded(by: \($0.swiftSource))" } ?? "")
  }
}

extension Scenario {
  /// The scenario as Swift, for the chapter's tables.
  var swiftSource: String {
    let row = String(id.dropFirst(rule.text.count + 1).dropLast())
    let steps = steps.map { step in
      let action = CacheConformance.swiftSource(of: step.action)
      let expectations = step.outcomes.flatMap(\.expectations).map(\.swiftSource)
      return expectations.isEmpty
        ? "    .unjudged(\(action)),"
        : "    Step(\n      \(([action] + expectations).joined(separator: ",\n      "))),"
    }
    return (["Scenario(", "  \(rule.swiftSource), \(row.debugDescription),", "  then: ["] + steps + ["  ])"])
      .joined(separator: "\n")
  }
}
