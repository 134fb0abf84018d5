/// The ids of removed rules, so that no id is ever reused. Names of rows may be reused until the first version is
/// released.
package enum RetiredIDs {
  /// The ids of rules that are no longer in use.
  package static let all: [String] = [
    // Rules that covered whole tables. Each of their rows now belongs to the rule that it checks.
    "customer.policy.table",
    "normalized.policy.table",
    "paywall.policy.table",
    "paywall.priority.order",
    "response.policy.table",
  ]
}
