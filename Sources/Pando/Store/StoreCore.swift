/// Where a store's state comes from: an engine, or a part of another store.
protocol StoreCore<State, Action>: AnyObject, Sendable {
  associatedtype State
  associatedtype Action

  func send(_ action: Action) -> StoreTask
  func sendWhenRoom(_ action: Action) async -> StoreTask
  /// Accepts an action once there is room; returns when it has committed, or was dropped.
  func sendAndCommit(_ action: Action) async -> StoreTask
  func sendIfRoom(_ action: Action) throws(StoreIsFull) -> StoreTask

  /// A copy of the state; nil once an optional child has gone, where no last one is known.
  func copyState() -> State?

  /// Lends the state; `rest` says what is observed where `body` reads no observable field.
  func withState<Result>(
    _ rest: UnobservedRest, _ body: (State) throws -> Result
  ) rethrows -> Result?

  /// The store that it is, or is a part of.
  var whole: any WholeStore { get }

  /// Where the whole store was made, if that is known.
  var location: OperatorLocation? { get }

  /// True if there will be no more states.
  var isOver: Bool { get }
}

/// A whole store, for the stores that are parts of it too.
protocol WholeStore: AnyObject, Sendable {
  /// The number of the newest commit once that is not `seen`.
  func version(after seen: UInt64) async -> UInt64

  /// Returns when all that has committed is durable, or never will be; and whether it is.
  func flushed() async -> Bool

  /// The version whose commits, and all before, are durable.
  var durableVersion: UInt64 { get }

  /// The workers that host features.
  var workers: [HostedWorker] { get }

  /// The hosted children.
  var hostedChildren: [HostedChild] { get }

  /// The costs of the hosted features.
  var ledger: [FeatureLedger] { get }

  /// The events of the hosting, from now on.
  var hostingEvents: HostingEvents { get }

  /// Records the commits for a reader, until `end(_:)`.
  func begin(_ ring: CommitRing)
  func end(_ ring: CommitRing)

  /// Ends it, and returns when everything that it has started has ended.
  func stopAndFinish() async
}
