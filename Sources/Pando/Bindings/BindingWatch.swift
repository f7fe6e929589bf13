import Synchronization

/// Sees whether a setting that a binding sent was carried out, and reports it if not.
final class BindingWatch: Sendable {
  private let isHandled = Atomic(false)
  private let reportAtEnd = Mutex<(@Sendable () -> Void)?>(nil)

  deinit {
    guard !isHandled.load(ordering: .relaxed), let report = reportAtEnd.withLock({ $0 }) else {
      return
    }
    // Whoever let go of the action last may hold a lock.
    PrintQueue.queue.async { report() }
  }

  /// The setting was carried out, or is another process's affair.
  func note() {
    isHandled.store(true, ordering: .relaxed)
  }

  /// Sends a setting with `send`, and reports it if nobody carried it out: at once, or when the last has
  /// let go of an action that is still to commit. Nothing is reported where it `isOver` by then.
  static func watch(
    _ send: (BindingWatch) -> Void, isOver: @escaping @Sendable () -> Bool,
    report: @escaping @Sendable () -> Void
  ) {
    var watch = BindingWatch()
    send(watch)
    if watch.isHandled.load(ordering: .relaxed) || isOver() { return }
    if isKnownUniquelyReferenced(&watch) {
      // Whoever let go of it since the first look may have carried it out before.
      atomicMemoryFence(ordering: .acquiring)
      if !watch.isHandled.load(ordering: .relaxed) { report() }
    } else {
      // By then the store or its feature may have gone, and with it whoever would have carried it out.
      watch.reportAtEnd.withLock { $0 = { if !isOver() { report() } } }
    }
  }
}

extension Store where Action: BindableAction, Action.State == State {
  /// Sends the setting of a property, which is reported if no reducer carries it out: where its binding was made, or else
  /// where the store was.
  func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, to value: Value,
    _ location: OperatorLocation?
  ) {
    BindingWatch.watch {
      send(.binding(.set(keyPath, value, $0)))
    } isOver: { [weak core = core] in
      core?.isOver ?? true
    } report: { [weak core = core] in
      (location ?? core?.location ?? .here()).report(
        """
        A binding action sent from a store was not handled.

          Action: \(Action.self).binding(\(BindingAction<State>.set(keyPath, value)))

        Nothing was set. List a "BindingReducer" in the "body" of the feature, ahead of what is to see \
        the new value.
        """)
    }
  }
}
