/// Ids of rules that once were, so that none is ever given to something else. Names of rows are free until the first
/// version is released.
package enum RetiredIDs {
  /// The ids of rules that are no longer in use.
  package static let all: [String] = [
    // Rules that were whole tables: their rows are rows of the rules that they show.
    "customer.policy.table",
    "normalized.policy.table",
    "paywall.policy.table",
    "paywall.priority.order",
    "response.policy.table",
  ]
}
