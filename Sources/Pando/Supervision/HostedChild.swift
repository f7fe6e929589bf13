/// A hosted child of a store: where it runs, and what it waits for.
public struct HostedChild: Hashable, Identifiable, Sendable {
  /// The standing of a child with its worker.
  public enum Standing: Hashable, Sendable {
    /// It waits for a worker.
    case waiting

    /// It lost its worker while nothing was to be done. Its next action finds it another.
    case resting

    /// A worker has it.
    case hosted

    /// A worker has it that drains, and it goes on at another once the effects have ended that it runs there,
    /// or their time is over.
    case moving

    /// A worker has it by itself, to see whether one of its actions ends workers.
    case onTrial

    /// No worker hosts it, for the reason given in words. Its actions fail.
    case unhostable(reason: String?)

    /// It runs in the store's process, as its policy `onCrash: .inProcess` has it.
    case inProcess

    /// Its state has gone, and its worker is to say that it has freed it.
    case ending
  }

  /// The number of this life of the child. No other child of the store ever has it.
  public let id: UInt64

  /// The name of the feature.
  public let feature: String

  /// The identities of the rows and presented states that it is in, outermost first. Empty where there is
  /// only one such child, and for one that is ending.
  public internal(set) var identities: [String]

  /// Its standing with its worker.
  public let standing: Standing

  /// The name of the worker that has it, as in ``HostedWorker/name``.
  public let worker: String?

  /// The process of that worker, once it is known.
  public internal(set) var processID: Int32?

  /// The number of its actions that have not committed.
  public let uncommittedCount: Int

  /// The number of those that its worker has.
  public let inFlightCount: Int

  /// The number of its actions that may be in flight at once. It falls when a parent changes the child's
  /// state, and grows again.
  public let window: Int

  /// The number of its effects that run on its worker.
  public let effectCount: Int

  /// The number of workers that have had it.
  public let placementCount: UInt64

  /// The number of workers that it has lost.
  public let restartCount: UInt64

  /// The last thing that went wrong with it, in words: how it lost a worker, or why none can host it.
  public let lastProblem: String?

  /// The name of the child in events and messages.
  public var name: HostedChildName {
    HostedChildName(id: id, feature: feature, identities: identities)
  }
}
