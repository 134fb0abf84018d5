/// Ids that once were, so that none is ever given to something else.
package enum RetiredIDs {
  /// Rules whose rows are rows of the rules that they show now, and scenarios that went with them.
  package static let all: Set<String> = []
}
