/// Renders a view whenever what it observes has changed.
///
/// ```swift
/// for await frame in ViewRenderer(store, view: AppView.init) {
///   screen.show(frame)
/// }
/// ```
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
    version = { await core.version(after: $0) }
    isOver = { core.isOver }
    render = { view(store).body }
  }

  /// Where one reader of the frames is.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let renderer: ViewRenderer
    var seen: UInt64?
    var observations: ViewObservations?

    /// The first frame at once; then the next one once something that the last showed has changed.
    public mutating func next() async -> Content? {
      while true {
        // Read before the frame is made: a commit that comes meanwhile is looked at afterwards.
        seen = await renderer.version(seen ?? .max)
        if Task.isCancelled || renderer.isOver() { return nil }
        if let observations, !observations.haveChanged { continue }
        let observations = ViewObservations()
        self.observations = observations
        return ViewObservations.$current.withValue(observations) { renderer.render() }
      }
    }
  }

  /// Begins with a frame of the state that is there.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(renderer: self, seen: nil)
  }
}
