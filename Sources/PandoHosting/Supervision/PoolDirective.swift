/// A thing to do for a pool of workers, apart from calls of the store.
package enum PoolDirective: Equatable, Sendable {
  /// Starts a process and opens a link to it.
  case spawn(MemberID, name: String)
  /// Opens a link to the worker at the endpoint with this number.
  case connect(MemberID, endpoint: Int)
  /// Opens a link to a worker that the coordinator named.
  case open(MemberID, Placement)
  /// Lets a process end by itself, and closes the link to it.
  case end(MemberID)
  /// Ends a process at once.
  case kill(MemberID)
  /// The link has nobody at its other end: it ends once everything that came was taken in.
  case finishLink(MemberID, LinkEnd, reason: String)
  /// Closes a link.
  case closeLink(MemberID, reason: String)
  /// Asks the coordinator for a worker.
  case find(LaneID, PlacementWish, avoiding: Set<WorkerID>)
  /// Tells the coordinator that a worker does not answer, and which life of its process that is, where it says.
  case reportDead(WorkerID, life: String?)
}

/// A call of the store, or to the people who run it. All are made by one thread, in this order.
package enum PoolCall: Equatable, Sendable {
  case placed(LaneID, MemberID)
  /// A place is kept for a lane that is to leave its member. It is to be taken when the lane has no effects
  /// that run, or at once where they are interrupted.
  case move(LaneID, interrupts: Bool)
  case lost(MemberID, LinkEnd, reason: String, laneCount: Int)
  case unhostable(LaneID, reason: String)
  /// Tells people of a fault in the program.
  case report(String)
  /// Tells people how things stand.
  case note(String)
}
