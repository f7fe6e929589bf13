/// Observable state by its address, for code that does not know its type. Made once for a type: asking
/// a type for its conformance takes longer than a commit.
struct ObservableStateAccess {
  let identity: (UnsafeMutableRawPointer) -> _StateIdentity
  /// Makes the state observable, with everything in it if that is asked for.
  let track: (UnsafeMutableRawPointer, Bool) -> Void
  /// Where the state keeps its observation; nil for an enum.
  let observationOffset: Int?
  /// Puts the first value in the place of the second, which stays as it is.
  let adopt: (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void

  /// Nil when the type is not observable.
  init?<State>(_ type: State.Type) {
    guard let type = type as? any ObservableState.Type else { return nil }
    // `Concrete` is `State`, by its other name.
    func open<Concrete: ObservableState>(_ type: Concrete.Type) -> ObservableStateAccess {
      ObservableStateAccess(concrete: type)
    }
    self = open(type)
  }

  private init<State: ObservableState>(concrete type: State.Type) {
    identity = { $0.assumingMemoryBound(to: State.self).pointee._$identity }
    track = { $0.assumingMemoryBound(to: State.self).pointee._$track(isDeep: $1) }
    observationOffset = State._$observationPath.flatMap { MemoryLayout<State>.offset(of: $0) }
    adopt = { new, old in
      _ = new.assumingMemoryBound(to: State.self).pointee
        ._$adopt(old.assumingMemoryBound(to: State.self).pointee)
    }
  }
}
