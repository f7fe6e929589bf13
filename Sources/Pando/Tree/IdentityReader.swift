/// Reads the identity of a state, where its type has one. Made once, where an operator is written (`make`): there
/// the type is known, and elsewhere to ask a value for its identity takes longer than a commit.
@usableFromInline
final class IdentityReader<State> {
  @usableFromInline let makeStep: ((Int, UnsafeMutablePointer<State>) -> IncarnationStep)?
  @usableFromInline let matches: (UnsafeMutablePointer<State>, AnyObject) -> Bool
  /// Notes an identity without making a step of it, which most actions never need.
  @usableFromInline let keep: (UnsafeMutablePointer<State>) -> Void
  @usableFromInline let makeKeptStep: ((Int) -> IncarnationStep)?

  /// A reader of states that have no identity.
  @usableFromInline
  init() {
    makeStep = nil
    matches = { _, _ in true }
    keep = { _ in }
    makeKeptStep = nil
  }

  @inlinable
  init<ID: Hashable>(_ read: @escaping (UnsafeMutablePointer<State>) -> ID) {
    let kept = KeptIdentity<ID>()
    makeStep = { site, state in IncarnationStep(site: site, id: read(state)) }
    matches = { state, identity in
      // Steps of one site are made by one reader, so their identity is of the same type.
      unsafeDowncast(identity, to: TypedIdentity<ID>.self).id == read(state)
    }
    keep = { kept.keep(read($0)) }
    makeKeptStep = { IncarnationStep(site: $0, id: kept.id) }
  }

  /// Remembers the identity of a state, until the next call.
  @inlinable @inline(__always)
  func note(_ state: UnsafeMutablePointer<State>) {
    if makeStep != nil { keep(state) }
  }

  /// The step to the state that was noted.
  func notedStep(at site: Int) -> IncarnationStep {
    makeKeptStep?(site) ?? IncarnationStep(site: site, identity: nil)
  }

  /// The step to a state.
  func step(to state: UnsafeMutablePointer<State>, at site: Int) -> IncarnationStep {
    makeStep?(site, state) ?? IncarnationStep(site: site, identity: nil)
  }

  /// Returns whether a state has the identity of an incarnation that was made by a step of this reader.
  @inline(__always)
  func isSame(_ living: Incarnation, _ state: UnsafeMutablePointer<State>) -> Bool {
    guard makeStep != nil else { return true }
    guard let identity = living.lentIdentity else { return false }
    return identity._withUnsafeGuaranteedRef { matches(state, $0) }
  }
}

/// Room for one identity; an optional of it would be asked for its layout each time.
@usableFromInline
final class KeptIdentity<ID> {
  @usableFromInline let place = UnsafeMutablePointer<ID>.allocate(capacity: 1)
  @usableFromInline
  @exclusivity(unchecked)
  var isKept = false

  @inlinable
  init() {}

  deinit {
    if isKept { place.deinitialize(count: 1) }
    place.deallocate()
  }

  @inlinable
  var id: ID {
    precondition(isKept, "an identity is kept before it is asked for")
    return place.pointee
  }

  @inlinable
  func keep(_ id: ID) {
    if isKept { place.pointee = id } else { place.initialize(to: id) }
    isKept = true
  }
}
