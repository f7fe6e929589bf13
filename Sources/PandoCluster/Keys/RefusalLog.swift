/// Which refusals were told already: one line for each peer and what it tried, however often it tries.
package struct RefusalLog: Sendable {
  private struct Entry: Hashable {
    let peer: String
    let deed: KeyDeed?
  }

  /// A decision about a refusal.
  package enum Verdict: Equatable {
    case tell
    case isKnown
    /// A handshake that broke off, as it happens to peers that are in order.
    case isNothingYet
    /// Too many peers were refused to remember: the last that is told.
    case tellThatThereAreMore
  }

  private var told: Set<Entry> = []
  /// The causes that were told of peers without keys, each by its `general` form.
  private var anonymousCauses: Set<Refusal.Cause> = []
  private var hasToldOfMore = false
  /// The handshakes of each host that broke off one after the other.
  private var breaks: [String: Int] = [:]

  /// So many are told of. One or two are a scan of ports, or one of ours: libzmq connects anew as soon as a connection is
  /// lost, also where its program closes the socket a moment later.
  package static let breaksAtLeast = 3
  /// So many are remembered.
  package static let entriesAtMost = 1_024

  package init() {}

  package mutating func note(_ refusal: Refusal) -> Verdict {
    if refusal.cause == .noHandshake, !isLastingBreak(refusal.host) { return .isNothingYet }
    let entry = Entry(peer: refusal.peer, deed: refusal.deed)
    if told.contains(entry) { return .isKnown }
    // A peer that has gone before its address was asked for is mostly one that was told of already.
    if refusal.isAnonymous, anonymousCauses.contains(refusal.cause.general) { return .isKnown }
    // A peer without a key finishes no handshake. It may close the connection before that is noticed, or after.
    var general = refusal
    general.cause = refusal.cause.general
    if told.contains(Entry(peer: general.peer, deed: refusal.deed)) { return .isKnown }
    guard told.count < Self.entriesAtMost else {
      defer { hasToldOfMore = true }
      return hasToldOfMore ? .isKnown : .tellThatThereAreMore
    }
    told.insert(entry)
    if !refusal.isKnownByKey { anonymousCauses.insert(refusal.cause.general) }
    return .tell
  }

  /// One of which nobody knows where it came from never lasts.
  private mutating func isLastingBreak(_ host: String?) -> Bool {
    guard let host else { return false }
    if breaks.count >= Self.entriesAtMost { breaks = [:] }
    breaks[host, default: 0] += 1
    return breaks[host, default: 0] >= Self.breaksAtLeast
  }

  /// A peer has finished its handshake, whether it was let in or not.
  package mutating func noteHandshake(from address: String) {
    breaks[Refusal.host(of: address)] = nil
  }

  /// The keyring has changed: what is refused from now on is news.
  package mutating func forget() {
    told = []
    anonymousCauses = []
    hasToldOfMore = false
    breaks = [:]
  }
}
