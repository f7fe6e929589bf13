/// Keeps the lease under which a coordinator stands in a registry that several share.
///
/// Whoever stands there longest leads. So nobody is elected: the next one leads once the lease of the leader is over.
///
/// Pure: time and answers arrive as events, in milliseconds of a clock that does not go back.
package struct LeaseMachine: Hashable, Sendable {
  package struct Lease: Hashable, Sendable {
    let id: Int64
    let lifeMilliseconds: Int
    /// It may be over from then on: it counts from when the last renewal was asked for.
    var validUntil: Int
    var renewAt: Int
    var isRenewing = false
  }

  package enum State: Hashable, Sendable {
    /// Without a lease, until the next attempt.
    case closed(until: Int)
    case opening
    case open(Lease)
    case stopped
  }

  package enum Event: Hashable, Sendable {
    case tick
    case opened(lease: Int64, lifeMilliseconds: Int, askedAt: Int)
    case openFailed
    case renewed(lease: Int64, askedAt: Int)
    case renewalFailed(lease: Int64)
    /// The registry does not know the lease any more.
    case expired(lease: Int64)
    case stop
  }

  package enum Directive: Hashable, Sendable {
    case open
    case renew(lease: Int64)
    case close(lease: Int64)
  }

  package private(set) var state = State.closed(until: 0)

  /// The pause after an attempt that failed.
  package static let pauseMilliseconds = 200

  package init() {}

  /// The lease; nil where there is none, or it may be over.
  package func lease(atMilliseconds now: Int) -> Int64? {
    guard case .open(let lease) = state, now < lease.validUntil else { return nil }
    return lease.id
  }

  /// Returns what is to be done because of an event.
  package mutating func handle(_ event: Event, atMilliseconds now: Int) -> Directive? {
    switch (state, event) {
    // One that comes after the end is given back.
    case (.stopped, .opened(let id, _, _)): return .close(lease: id)
    case (.stopped, _): return nil
    case (.open(let lease), .stop):
      state = .stopped
      return .close(lease: lease.id)
    case (_, .stop):
      state = .stopped
      return nil
    case (.closed(let until), .tick): return until <= now ? open() : nil
    case (.open(let lease), .tick): return tick(lease, now)
    case (.opening, .opened(let id, let life, let askedAt)):
      guard now < askedAt + life else { return .open }
      state = .open(
        Lease(
          id: id, lifeMilliseconds: life, validUntil: askedAt + life, renewAt: askedAt + life / 4))
      return nil
    case (_, .opened(let id, _, _)): return .close(lease: id)
    case (.opening, .openFailed):
      state = .closed(until: now + Self.pauseMilliseconds)
      return nil
    case (.open(var lease), .renewed(let id, let askedAt)) where id == lease.id:
      lease.isRenewing = false
      lease.validUntil = max(lease.validUntil, askedAt + lease.lifeMilliseconds)
      lease.renewAt = askedAt + lease.lifeMilliseconds / 4
      state = .open(lease)
      return nil
    case (.open(var lease), .renewalFailed(let id)) where id == lease.id:
      lease.isRenewing = false
      lease.renewAt = now + Self.pauseMilliseconds
      state = .open(lease)
      return nil
    case (.open(let lease), .expired(let id)) where id == lease.id: return open()
    case (.opening, .tick), (_, .openFailed), (_, .renewed), (_, .renewalFailed), (_, .expired):
      return nil
    }
  }

  private mutating func open() -> Directive {
    state = .opening
    return .open
  }

  private mutating func tick(_ lease: Lease, _ now: Int) -> Directive? {
    if lease.validUntil <= now { return open() }
    guard lease.renewAt <= now, !lease.isRenewing else { return nil }
    var renewing = lease
    renewing.isRenewing = true
    state = .open(renewing)
    return .renew(lease: lease.id)
  }
}
