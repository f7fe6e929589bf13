package import PandoHosting

/// Finds workers for the lanes of one store.
package protocol HostingBackend: AnyObject, Sendable {
  /// Called once, before anything else, with the hosted features that the store's tree is known to
  /// contain.
  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues)

  /// Finds a worker for a lane: at once, or later by `client.placed(_:on:)`. Says
  /// `client.unhostable(_:reason:)` when none is to be had. A lane of a group is kept apart from the others of it, or
  /// together with them; where all workers are alike to a backend, the group is nothing to it.
  ///
  /// Called with the store's lock held.
  func place(
    _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
  ) -> (any HostingLink)?

  /// True if threads of its own take in what workers say, replace and place them, and commit: then the store gets room
  /// whatever tasks and the main thread do, and a task may sleep in `send`.
  var makesRoomByItself: Bool { get }

  /// True if workers may reduce for other stores at the same time, whose actions may end them.
  var sharesWorkers: Bool { get }

  /// Returns the effects of an action that run on a worker for a lane, as far as they are known
  /// here. Called with the store's lock held.
  func effects(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus]

  /// Called with the store's lock held when a lane is over, on the worker that had it.
  func ended(_ lane: LaneID)

  /// A worker says that it drains, and how long its effects may take to end. Its lanes are to move. Called
  /// with the store's lock held.
  func drains(_ link: any HostingLink, withinMilliseconds: Int)

  /// A worker says that it drains no longer. Called with the store's lock held.
  func undrained(_ link: any HostingLink)

  /// Gives a lane the place that was kept for it, and returns the worker; nil where it is to stay. Called with
  /// the store's lock held.
  func move(_ lane: LaneID) -> (any HostingLink)?

  /// Returns whether a worker is one of its own, for one of several backends of a store.
  func owns(_ link: any HostingLink) -> Bool

  /// Returns the process of a worker, once it is known.
  func processID(of link: any HostingLink) -> Int32?

  /// Takes the time of commits, by feature; nil where nobody asks for it.
  var commitTimes: ReduceTimes? { get }

  /// The workers as they are now.
  var workers: [HostedWorker] { get }

  /// Ends every link, and begins to end everything that the backend started. Called without the
  /// store's lock.
  func stop()

  /// Returns when everything that the backend started has ended. Called after `stop()`.
  func finish() async
}

extension HostingBackend {
  /// A task or a thread of the user's may be what its workers wait for.
  package var makesRoomByItself: Bool { false }

  /// Nobody else has its workers.
  package var sharesWorkers: Bool { false }

  /// Nobody is told.
  package func drains(_ link: any HostingLink, withinMilliseconds: Int) {}

  /// Nobody is told.
  package func undrained(_ link: any HostingLink) {}

  /// No lane moves.
  package func move(_ lane: LaneID) -> (any HostingLink)? { nil }

  /// Nobody asks.
  package var commitTimes: ReduceTimes? { nil }

  /// It is the only one.
  package func owns(_ link: any HostingLink) -> Bool { true }

  /// Nothing is known of processes.
  package func processID(of link: any HostingLink) -> Int32? { nil }

  /// Nothing is known of what other processes run.
  package func effects(
    of lane: LaneID, _ sequence: SequenceNumber
  ) -> [HostedEffectStatus] { [] }
}

/// The store, as a backend reaches it. Every call takes the store's lock; none may be made from
/// inside a call of the store.
package protocol HostingClient: AnyObject, Sendable {
  /// A worker was found for a lane that asked for one.
  func placed(_ lane: LaneID, on link: any HostingLink)

  /// A place is kept for a lane at another worker, which it is to take once it runs no effects, or at once
  /// where they are interrupted.
  func move(_ lane: LaneID, interrupts: Bool)

  /// Messages of a worker came: a batch as it lies on the wire.
  func receive(_ batch: UnsafeRawBufferPointer, from link: any HostingLink)

  /// Runs what a host in this process left to be run; where the store's lock is held, once it is free.
  func run(_ work: DeferredWork)

  /// `link` has answers, which `send(_:)` returns.
  func pump(_ link: any HostingLink)

  /// Returns whether the store counts on effects that the worker runs, or is to start.
  func runsEffects(on link: any HostingLink) -> Bool

  /// The figures of the store.
  var hostingFigures: HostingFigures { get }

  /// A worker has said that it is ready, after so many others in its place.
  func workerIsReady(_ worker: String, processID: Int32?, restartCount: Int)

  /// The worker has gone, with all that it ran. Of a backend that keeps no time, features are told of
  /// lost effects at once, however often that is.
  ///
  /// - Returns: The children that it had, and their actions that it was reducing.
  @discardableResult
  func lost(
    _ link: any HostingLink, _ end: LinkEnd, reason: String, nowMilliseconds: Int?
  ) -> HostingLoss

  /// No worker hosts a lane that asked for one, and none will soon; `reason` is for people.
  func unhostable(_ lane: LaneID, reason: String)

  /// Asks a link for a sign of progress where it has something to do. Called about ten times a second by
  /// the thread that receives for the link, which also brings the time to what waits for it.
  ///
  /// - Returns: Why the worker is taken to hang; nil while it is not.
  func checkProgress(of link: any HostingLink, nowMilliseconds: Int) -> String?

  /// Restarts the time after which a worker counts as hung, because this process was stopped until now.
  func forgive(_ link: any HostingLink)
}
