/// A value whose description is its raw value.
public protocol DescribedByRawValue: RawRepresentable, CustomStringConvertible where RawValue == String {}

extension DescribedByRawValue {
  public var description: String { rawValue }
}
