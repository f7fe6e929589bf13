/// The observation of a store's state by readers. Guarded by the store's lock, but for what `store`
/// shares with readers.
final class EngineObservation<State> {
  let store = ObservedStore()
  private let access: ObservableStateAccess?
  /// The readings that commits made stale, to be told when the lock is free.
  private var stale: [StateReading] = []

  init() {
    access = ObservableStateAccess(State.self)
  }

  /// Makes everything in the state observable.
  func begin(_ state: UnsafeMutablePointer<State>) {
    ThreadObservation.lend(store) { access?.track(state, true) }
  }

  // MARK: - Commits

  /// Runs the reducers, and collects what they change.
  func commit<Action>(
    _ state: UnsafeMutablePointer<State>, _ reduce: () -> Effect<Action>
  ) -> Effect<Action> {
    store.beginCommit()
    var effect = Effect<Action>.none
    let found = ThreadObservation.commit(store) {
      let before = access?.identity(state)
      effect = reduce()
      guard let access, let before else { return store.note(isReplaced: true) }
      let isReplaced = !access.identity(state).follows(before)
      if isReplaced {
        before.tracker?.noteAll()
        access.track(state, false)
      }
      store.note(isReplaced: isReplaced)
    }
    if !found.isEmpty { stale += found }
    return effect
  }

  /// Does what may end state without a commit of its own.
  func collect(_ body: () -> Void) {
    let found = ThreadObservation.collect(body)
    if !found.isEmpty { stale += found }
  }

  /// True if nobody is to be told.
  var isQuiet: Bool { stale.isEmpty }

  /// Takes the readings that are to be told once the lock is free.
  func takeStale() -> [StateReading] {
    defer { stale = [] }
    return stale
  }

  // MARK: - Reading

  /// Lends the state to code whose reads are observed: of fields one by one, and where none is read,
  /// of what `rest` says.
  func read<Result>(
    _ state: UnsafeMutablePointer<State>, _ rest: UnobservedRest, _ body: (State) throws -> Result
  ) rethrows -> Result {
    try ThreadObservation.lend(store) {
      if store.takeIncomplete() { access?.track(state, true) }
      ThreadObservation.read(store)
      let count = ThreadObservation.registrationCount
      _ = ThreadObservation.takeReadsWhole()
      defer {
        if ThreadObservation.takeReadsWhole() || access == nil {
          register(store.wholeReading(isIncomplete: false))
        } else if ThreadObservation.registrationCount == count {
          register(
            rest == .whole ? store.wholeReading(isIncomplete: false) : store.identityReading())
        }
      }
      return try body(state.pointee)
    }
  }

  private func register(_ reading: StateReading) {
    ThreadObservation.register(reading, of: store.number)
  }
}
