/// An action of a chapter whose draw has to bring values together.
///
/// Exploring finds a bug that needs two values only where it draws both. `prove draws` counts the pairs that it draws.
package protocol DrawnAction: ScenarioAction {
  /// The values that actions of the chapter can have, by what they are values of: the policy, the shape of an answer.
  static var drawableValues: [String: [String]] { get }
  /// The values that this action has.
  var drawnValues: [String: String] { get }
}
