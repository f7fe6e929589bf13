import Observation

/// Renders a view whenever what it observes has changed.
///
/// ```swift
/// for await frame in ViewRenderer(store, view: AppView.init) {
///   screen.show(frame)
/// }
/// ```
///
/// What a view observes is what ``WithViewStore``, ``IfLetStore``, ``ForEachStore`` and ``SwitchStore``
/// look at in it, the shared values that it reads, and what its `body` reads of a store by itself: of
/// state that is ``ObservableState()`` field by field, of other state everything.
///
/// Whoever is slower than the commits misses frames between. Ends when the task that asks is cancelled,
/// or the store has stopped.
public struct ViewRenderer<Content: ViewContent>: AsyncSequence, Sendable {
  private let version: @Sendable (UInt64) async -> UInt64
  private let isOver: @Sendable () -> Bool
  private let render: @Sendable () -> Content

  /// Renders a view of a store.
  ///
  /// - Parameters:
  ///   - store: The store whose commits may change what is shown.
  ///   - view: Makes the view; called for each frame, in whatever task asks for it.
  public init<State: Sendable, Action: Sendable>(
    _ store: Store<State, Action>,
    view: @escaping @Sendable (_ store: Store<State, Action>) -> some StoreView<Content>
  ) {
    let core = store.core
    version = { await core.whole.version(after: $0) }
    isOver = { core.isOver }
    render = { view(store).body }
  }

  /// Where one reader of the frames is.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let renderer: ViewRenderer
    var seen: UInt64?
    /// The count of changes of shared values that the last frame may show.
    var seenShared: UInt64 = 0
    var observations: ViewObservations?
    var staleness = FrameStaleness()

    /// The first frame at once; then the next one once something that the last showed has changed.
    public mutating func next() async -> Content? {
      while true {
        // Read before the frame is made: a commit that comes meanwhile is looked at afterwards.
        (seen, seenShared) = await renderer.change(after: seen, seenShared, staleness)
        if Task.isCancelled || renderer.isOver() { return nil }
        if let observations, !staleness.isStale, !observations.haveChanged { continue }
        let observations = ViewObservations()
        let staleness = FrameStaleness()
        self.observations = observations
        self.staleness = staleness
        return withObservationTracking {
          observations.collect { renderer.render() }
        } onChange: {
          staleness.note()
        }
      }
    }
  }

  /// Waits for a commit, for a change of any shared value, as a store's state may hold it, or for one of
  /// what the last frame read by itself, of which observers are told after the commit.
  private func change(
    after seen: UInt64?, _ seenShared: UInt64, _ staleness: FrameStaleness
  ) async -> (UInt64, UInt64) {
    guard let seen else { return (await version(.max), SharedChanges.count) }
    let first = await withTaskGroup(of: UInt64?.self) { group in
      group.addTask { await version(seen) }
      group.addTask {
        await SharedChanges.wait(after: seenShared)
        return nil
      }
      group.addTask {
        await staleness.wait()
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    return (first ?? seen, SharedChanges.count)
  }

  /// Begins with a frame of the state that is there.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(renderer: self, seen: nil)
  }
}
