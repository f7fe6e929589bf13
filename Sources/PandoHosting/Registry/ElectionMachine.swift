/// Makes one of the coordinators that share a registry its leader.
///
/// A coordinator has a *session*: a lease in the registry, which it renews. Who creates the registry's one
/// key for the leader, under its lease, leads until the key is gone. The revision at which the key was
/// created is the leader's *term*. Every write of a leader is a transaction that compares it, so that one
/// which was deposed writes nothing, whatever it believes.
///
/// Pure: time and answers arrive as events, in milliseconds of a clock that does not go back.
package struct ElectionMachine: Hashable, Sendable {
  package struct Session: Hashable, Sendable {
    package let lease: Int64
    package let lifeMilliseconds: Int
    /// The lease may be over from then on: it counts from when the last renewal was asked for.
    package internal(set) var validUntil: Int
    var renewAt: Int
    var isRenewing = false
  }

  package enum State: Hashable, Sendable {
    /// Without a lease, until the next attempt.
    case closed(until: Int)
    case opening
    case following(Session)
    case campaigning(Session)
    case leading(Session, term: Int64)
    case stopped
  }

  /// The leader that the registry names.
  package struct Leader: Hashable, Sendable {
    package let term: Int64
    package let lease: Int64

    package init(term: Int64, lease: Int64) {
      self.term = term
      self.lease = lease
    }
  }

  package enum Event: Hashable, Sendable {
    case tick
    case opened(lease: Int64, lifeMilliseconds: Int, askedAt: Int)
    case openFailed
    case renewed(lease: Int64, askedAt: Int)
    case renewalFailed(lease: Int64)
    /// The registry does not know the lease any more.
    case expired(lease: Int64)
    /// The registry's leader at a revision; nil where it has none.
    case saw(Leader?, revision: Int64)
    case won(lease: Int64, term: Int64)
    /// Another one led, at a revision of the registry.
    case lost(lease: Int64, revision: Int64)
    /// No answer came: it may have won nevertheless, and sees that later.
    case campaignFailed(lease: Int64)
    /// A write of a term was refused by its comparison.
    case refused(term: Int64)
    case stop
  }

  package enum Directive: Hashable, Sendable {
    case open
    case renew(lease: Int64)
    case campaign(lease: Int64)
    /// It leads from now on.
    case lead(term: Int64)
    /// It leads no longer.
    case standDown(term: Int64)
    case close(lease: Int64)
  }

  package internal(set) var state = State.closed(until: 0)
  /// True while the registry is known to have a leader.
  var isHeld = false
  /// The newest revision at which the registry told who leads.
  var seenRevision: Int64 = 0
  /// When a campaign may be tried again.
  var campaignAt = 0

  /// The pause after an attempt that failed.
  package static let pauseMilliseconds = 200

  package init() {}

  package var session: Session? {
    switch state {
    case .following(let session), .campaigning(let session), .leading(let session, _): session
    case .closed, .opening, .stopped: nil
    }
  }

  package var isLeading: Bool { if case .leading = state { true } else { false } }

  /// The term to write with; nil when it does not lead, or may not know that another one does.
  package func term(atMilliseconds now: Int) -> Int64? {
    guard case .leading(let session, let term) = state, now < session.validUntil else {
      return nil
    }
    return term
  }
}
