/// A value that is described by the text that it is written as.
public protocol DescribedByRawValue: RawRepresentable, CustomStringConvertible where RawValue == String {}

extension DescribedByRawValue {
  public var description: String { rawValue }
}
