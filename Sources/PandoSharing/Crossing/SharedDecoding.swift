import IssueReporting
package import PandoBase
import PandoWire
import Synchronization

/// The decoding of one state.
package final class SharedDecoding: Sendable {
  package static let ofThread = ThreadLocal<SharedDecoding>()

  /// The decoding that runs in the calling thread.
  static var current: SharedDecoding? { ofThread.value }

  /// Where decoded values belong.
  package enum Purpose: Sendable {
    /// Copies, for a host.
    case host(SharedHost)
    /// The client's own values. `known` holds them as they were when the worker was told of them;
    /// nil says that they have not changed since.
    case client(known: SharedDecoding?)
    /// Values alone, which are noted.
    case noting
  }

  /// A value that the worker changed.
  private struct Arrival: Sendable {
    let token: UInt64
    /// True if the value is still the one that the worker changed.
    let isTimely: @Sendable () -> Bool
    /// Writes it, unless it is not timely any more; returns whether it was.
    let write: @Sendable () -> Bool
    let type: Any.Type
  }

  private let purpose: Purpose
  private let copies = Mutex<[UInt64: any AnySharedRoot]>([:])
  private let arrivals = Mutex<[Arrival]>([])
  private let noted = Mutex<[UInt64: any Sendable]>([:])

  package init(_ purpose: Purpose) {
    self.purpose = purpose
  }

  /// Returns where a value belongs; nil where a worker gives it the name of one that is of another type here.
  func location<Value: Sendable>(
    of token: UInt64, _ value: Value
  ) -> (any SharedLocation<Value>)? {
    switch purpose {
    case .host(let host):
      // A state that holds a value twice shares it on the worker too.
      return copies.withLock { copies in
        if let known = copies[token] as? SharedRoot<Value> { return known }
        let copy = SharedRoot(value, token: token, host: host)
        copies[token] = copy
        host.note()
        return copy
      }
    case .client(let known):
      if let owner = SharedTokens.location(token) {
        guard let location = owner as? any SharedLocation<Value> else { return nil }
        arrive(value, at: location, token, known)
        return location
      }
      // One that a worker made: from now on it is shared here.
      let made = SharedRoot(value, token: token)
      made.links.register(made)
      return made
    case .noting:
      // Of a value that is there twice a worker keeps the first.
      noted.withLock { if $0[token] == nil { $0[token] = value } }
      return SharedRoot(value)
    }
  }

  private func arrive<Value: Sendable>(
    _ value: Value, at location: any SharedLocation<Value>, _ token: UInt64,
    _ known: SharedDecoding?
  ) {
    // A state that holds a value twice brings it twice.
    if arrivals.withLock({ $0.contains { $0.token == token } }) { return }
    let base = known?.value(of: token) ?? location.read()
    // A value that the action left alone must not undo what others do meanwhile.
    if isSame(base, value) { return }
    let arrival = Arrival(
      token: token,
      isTimely: { isSame(location.read(), base) },
      write: {
        location.modify(from: .here()) { known in
          guard isSame(known, base) else { return false }
          known = value
          return true
        }
      }, type: Value.self)
    arrivals.withLock { $0.append(arrival) }
  }

  /// The value that was noted; nil where there is none.
  private func value<Value: Sendable>(of token: UInt64) -> Value? {
    // Unwrapped first: the cast of nothing to an optional type is a nil that is there.
    guard let value = noted.withLock({ $0[token] }) else { return nil }
    return value as? Value
  }

  /// True if nobody else has changed what the worker changed.
  package var isTimely: Bool {
    arrivals.withLock { $0 }.allSatisfy { $0.isTimely() }
  }

  /// Writes what came back, and says how many values that were; nil, and nothing is written, when
  /// somebody else has changed one of them.
  package func commit(of feature: String) -> UInt64? {
    guard isTimely else { return nil }
    var count: UInt64 = 0
    for arrival in arrivals.withLock({ $0 }) {
      if arrival.write() {
        count += 1
      } else if count == 0 {
        return nil
      } else {
        // What is written already is seen by others, so the action cannot be reduced again.
        reportConflict(arrival.type, feature)
      }
    }
    return count
  }

  private func reportConflict(_ type: Any.Type, _ feature: String) {
    reportIssue(
      """
      A shared value of type "\(type)" was changed by another thread while an action of the hosted \
      feature "\(feature)", which changed it too, committed. The change of the feature is lost.

      Change what a hosted feature changes in reducers alone: send an action instead.
      """)
  }
}

/// Returns whether two values are known to be the same: equal, or equal once they are encoded.
private func isSame<Value>(_ left: Value, _ right: Value) -> Bool {
  if isEqual(left, right) { return true }
  guard let left = left as? any Encodable, let right = right as? any Encodable,
    let encoded = try? WireEncoder.encode(left)
  else { return false }
  return encoded == (try? WireEncoder.encode(right))
}
