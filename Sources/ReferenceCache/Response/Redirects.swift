public import CacheVocabulary
import Foundation

/// Follows redirects (RFC 9110, 15.4).
extension RequestMessage {
  /// The request that a response redirects this one to. Nil if it does not redirect, or not to an HTTP URL.
  func redirected(by response: ResponseMessage) -> RequestMessage? {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.fields["Location"],
      let here = URL(string: url), let there = URL(string: location, relativeTo: here)?.absoluteURL,
      ["http", "https"].contains(there.scheme?.lowercased()), there.host?.isEmpty == false
    else { return nil }
    var next = self
    next.url = there.absoluteString
    // 303 asks for it, and after 301 and 302 clients have always done it (15.4.2, 15.4.3).
    let becomesGET =
      switch response.status {
      case 301, 302: method == "POST"
      case 303: method != "HEAD"
      default: false
      }
    if becomesGET {
      (next.method, next.body) = ("GET", [])
      for name in ["Content-Encoding", "Content-Language", "Content-Length", "Content-Location", "Content-Type"] {
        next.fields[name] = nil
      }
    }
    // Credentials for one origin are not sent to another.
    if Self.origin(of: here) != Self.origin(of: there) {
      for name in ["Authorization", "Cookie", "Proxy-Authorization"] { next.fields[name] = nil }
    }
    return next
  }

  private static func origin(of url: URL) -> [String?] {
    [url.scheme?.lowercased(), url.host?.lowercased(), url.port?.description]
  }
}

/// A request was redirected too often.
public struct TooManyRedirects: DescribedError, Hashable {
  /// How many redirects were followed.
  public let limit: Int

  public var description: String {
    "\(limit) redirects led to another one; mend what redirects in a circle, or follow more"
  }
}
