/// The proxies that the environment names. A proxy cannot reach the kit's servers, and a module that is checked has
/// nothing else to ask.
package enum Proxies {
  /// The variables that make clients ask a proxy, in lower case. Some clients read them in upper case.
  package static let variables: Set<String> = ["http_proxy", "https_proxy", "all_proxy"]

  /// Returns variables without those that name a proxy.
  package static func removed(from variables: [String: String]) -> [String: String] {
    variables.filter { !Self.variables.contains($0.key.lowercased()) }
  }
}
