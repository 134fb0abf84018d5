extension FixedWidthInteger {
  /// The nearest number of this type, without a fraction. What is no number becomes the least, for whoever sends that
  /// as a date or an age must not seem to send a usual one.
  package init(clamping number: Double) {
    self = Self(exactly: number.rounded(.towardZero)) ?? (number > 0 ? .max : .min)
  }
}
