/// One step from a parent's incarnation to a child's: which operator, and which identity.
@usableFromInline
package struct IncarnationStep: Hashable {
  /// The operator, by its number in the tree.
  package let site: Int

  /// The identity of one life of the child: the state's `id`, the element's, or nil where only
  /// presence counts.
  package let identity: AnyHashable?

  /// The identity once more, for whoever knows its type.
  let typed: AnyObject?

  package init(site: Int, identity: AnyHashable?) {
    self.init(site: site, identity: identity, typed: nil)
  }

  private init(site: Int, identity: AnyHashable?, typed: AnyObject?) {
    self.site = site
    self.identity = identity
    self.typed = typed
  }

  @usableFromInline
  package static func == (left: IncarnationStep, right: IncarnationStep) -> Bool {
    left.site == right.site && left.identity == right.identity
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(site)
    hasher.combine(identity)
  }

  init<ID: Hashable>(site: Int, id: ID) {
    self.init(site: site, identity: AnyHashable(id), typed: TypedIdentity(id))
  }

}

private final class TypedIdentity<ID: Hashable> {
  let id: ID

  init(_ id: ID) {
    self.id = id
  }
}

/// Reads the identity of a state, where its type has one. Made once: asking a value for its
/// conformance takes longer than a commit.
struct IdentityReader<State> {
  private let site: Int
  private let makeStep: ((UnsafeRawPointer) -> IncarnationStep)?
  private let matches: ((UnsafeRawPointer, AnyObject) -> Bool)?
  /// Notes an identity without making a step of it, which most actions never need.
  private let note: ((UnsafeRawPointer) -> Void)?
  private let makeNotedStep: (() -> IncarnationStep)?

  init(site: Int) {
    self.site = site
    if let cases = State.self as? any CaseReducerState.Type, !(State.self is any Identifiable.Type)
    {
      let read = cases.makeReader()
      makeStep = { IncarnationStep(site: site, id: read($0)) }
      matches = { unsafeDowncast($1, to: TypedIdentity<Int>.self).id == read($0) }
      let noted = NotedIdentity<Int>()
      note = { noted.note(read($0)) }
      makeNotedStep = { IncarnationStep(site: site, id: noted.id) }
      return
    }
    guard let type = State.self as? any Identifiable.Type else {
      makeStep = nil
      matches = nil
      note = nil
      makeNotedStep = nil
      return
    }
    // `Concrete` is `State`, by its other name.
    // `ID` is named apart: it is captured as it is, where `Concrete.ID` would be looked up each time.
    func stepMaker<Concrete: Identifiable, ID>(
      _ type: Concrete.Type, _: ID.Type
    ) -> (UnsafeRawPointer) -> IncarnationStep where ID == Concrete.ID {
      { IncarnationStep(site: site, id: $0.assumingMemoryBound(to: Concrete.self).pointee.id) }
    }
    func matcher<Concrete: Identifiable, ID>(
      _ type: Concrete.Type, _: ID.Type
    ) -> (UnsafeRawPointer, AnyObject) -> Bool where ID == Concrete.ID {
      // Steps of this site are made above, so their identity is of the same type.
      { state, identity in
        unsafeDowncast(identity, to: TypedIdentity<ID>.self).id
          == state.assumingMemoryBound(to: Concrete.self).pointee.id
      }
    }
    func noter<Concrete: Identifiable, ID>(
      _ type: Concrete.Type, _: ID.Type
    ) -> ((UnsafeRawPointer) -> Void, () -> IncarnationStep) where ID == Concrete.ID {
      let noted = NotedIdentity<ID>()
      return (
        { noted.note($0.assumingMemoryBound(to: Concrete.self).pointee.id) },
        { IncarnationStep(site: site, id: noted.id) }
      )
    }
    func open<Concrete: Identifiable>(_ type: Concrete.Type) -> (
      (UnsafeRawPointer) -> IncarnationStep, (UnsafeRawPointer, AnyObject) -> Bool,
      ((UnsafeRawPointer) -> Void, () -> IncarnationStep)
    ) {
      (
        stepMaker(type, Concrete.ID.self), matcher(type, Concrete.ID.self),
        noter(type, Concrete.ID.self)
      )
    }
    let made = open(type)
    makeStep = made.0
    matches = made.1
    (note, makeNotedStep) = made.2
  }

  /// Remembers the identity of a state, until the next call.
  @inline(__always)
  func note(_ state: UnsafeMutablePointer<State>) {
    if let note { note(UnsafeRawPointer(state)) }
  }

  /// The step to the state that was noted.
  func notedStep() -> IncarnationStep {
    makeNotedStep?() ?? IncarnationStep(site: site, identity: nil)
  }

  /// The step to a state.
  func step(to state: UnsafeMutablePointer<State>) -> IncarnationStep {
    makeStep?(UnsafeRawPointer(state)) ?? IncarnationStep(site: site, identity: nil)
  }

  /// Returns whether a state has the identity of an incarnation that was made by a step of this
  /// site.
  @inline(__always)
  func isSame(_ living: Incarnation, _ state: UnsafeMutablePointer<State>) -> Bool {
    guard let matches else { return true }
    guard let identity = living.identity else { return false }
    return matches(UnsafeRawPointer(state), identity)
  }
}

extension CaseReducerState {
  /// Reads the number of the case: in another case, the state is another feature's.
  fileprivate static func makeReader() -> (UnsafeRawPointer) -> Int {
    { StateReducer.caseNumber(of: $0.assumingMemoryBound(to: Self.self).pointee) }
  }
}

/// Room for one identity; an optional of it would be asked for its layout each time.
private final class NotedIdentity<ID> {
  private let place = UnsafeMutablePointer<ID>.allocate(capacity: 1)
  private var isNoted = false

  deinit {
    if isNoted { place.deinitialize(count: 1) }
    place.deallocate()
  }

  var id: ID {
    precondition(isNoted, "an identity is noted before it is asked for")
    return place.pointee
  }

  func note(_ id: ID) {
    if isNoted { place.pointee = id } else { place.initialize(to: id) }
    isNoted = true
  }
}
