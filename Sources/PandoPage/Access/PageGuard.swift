import PandoCluster

/// Decides which requests a page serves. Pure.
struct PageGuard: Sendable {
  /// The parts of a request by which it is judged.
  struct Caller: Equatable {
    /// The host that was asked for, with a port where there is one.
    var host: String?
    /// The page that asks, where a browser says so.
    var origin: String?
    /// The distance from that page to this one, where a browser says so.
    var fetchSite: String?
    var authorization: String?
  }

  let token: PageToken?
  /// The name of this machine.
  let hostName: String
  /// The origin by which a proxy has browsers find it, where there is one.
  var origin: PageOrigin?

  /// Refuses a request by a name that is not this machine's: a page from elsewhere whose name was made to lead
  /// here could read the answers as if they were its own.
  func checkHost(_ caller: Caller) throws(PageRefusal) {
    let name = Self.name(of: caller.host ?? "").lowercased()
    let own = hostName.lowercased()
    let names =
      ["localhost", "[::1]", own, String(own.prefix { $0 != "." })]
      + [origin?.host].compactMap(\.self)
    guard !name.isEmpty, ServedAddress.isNumeric(name) || names.contains(name) else {
      throw PageRefusal(
        status: 421,
        text: """
          This page answers to localhost, to \(hostName), and to addresses in figures, not to "\(name)". Open it by \
          one of them, or start it with the origin of a proxy before it: --page-origin https://HOST.
          """)
    }
  }

  /// Refuses what changes something, unless it comes from this page, or from a program, and shows the token.
  func checkOperator(_ caller: Caller) throws(PageRefusal) {
    try checkHost(caller)
    let isSame = caller.fetchSite.map { $0 == "same-origin" || $0 == "none" } ?? true
    let own = ["http://\((caller.host ?? "").lowercased())", origin?.text]
    guard isSame, caller.origin.map({ own.contains($0.lowercased()) }) ?? true else {
      throw PageRefusal(
        status: 403,
        text: """
          The request comes from another page. Only this page drains workers; behind a proxy it takes its origin: \
          --page-origin https://HOST.
          """)
    }
    guard let token else {
      throw PageRefusal(
        status: 403,
        text: """
          This page only shows. To drain workers from it, start it with a token: --page-token-file FILE, or the \
          variable PANDO_PAGE_TOKEN. "pando drain" needs none.
          """)
    }
    guard let given = caller.authorization?.split(separator: " ", maxSplits: 1), given.count == 2,
      given[0].lowercased() == "bearer"
    else {
      throw PageRefusal(
        status: 401, text: "The token is missing. Send it as \"Authorization: Bearer TOKEN\".")
    }
    guard token.matches(given[1]) else {
      throw PageRefusal(
        status: 401, text: "The token is wrong. It is the one that the page was started with.")
    }
  }

  private static func name(of host: String) -> String {
    if host.hasPrefix("[") { return host.prefix { $0 != "]" } + "]" }
    return String(host.prefix { $0 != ":" })
  }
}
