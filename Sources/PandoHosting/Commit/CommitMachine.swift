public import DequeModule

/// The commit protocol of one store: which actions are accepted, where each of them waits, and which is next.
///
/// Pure: it knows entries by reference and lanes by number, and holds no state, task or socket. Each method is an
/// event; what it returns is for the driver to carry out. Actions commit in the order of acceptance, but for two
/// kinds: *follow-ups* go directly behind the commit that gave rise to them, and those of lanes that commit when they
/// are ready wait *beside* the buffer.
///
/// What every action does costs O(1), without an allocation.
@usableFromInline
package struct CommitMachine<Entry: CommitEntry>: ~Copyable {
  @usableFromInline var buffer: ReorderBuffer<Entry>

  /// The number of actions above which senders wait.
  @usableFromInline package let window: Int
  /// The number of their bytes from which on senders wait.
  @usableFromInline package var windowBytes = 64 << 20
  /// The number of windows, of actions and of bytes, that senders who cannot wait may fill.
  package static var overflow: Int { 16 }

  @usableFromInline var accepted: UInt64 = 0
  @usableFromInline var bytes = 0
  /// The number of entries beside the buffer.
  @usableFromInline var beside = 0
  /// The number of those that a commit gave rise to.
  @usableFromInline var followUpsBeside = 0
  /// True once nothing more is accepted.
  @usableFromInline var hasStopped = false

  /// The number of queued entries that await a hosted child whose lane is not known.
  @usableFromInline var awaitingChildCount = 0
  /// The first lane that may be the one that they await.
  @usableFromInline var firstAwaitedLane = LaneID(rawValue: 0)

  /// Entries whose senders wait for room, in their order.
  @usableFromInline var waiting: Deque<Entry> = []
  /// True since senders were first refused, until there is room.
  @usableFromInline var hasRefused = false

  /// Lanes that commit when they are ready and whose first action may be, each once.
  @usableFromInline var readyLanes: Deque<LaneID> = []
  var listedLanes: Set<LaneID> = []

  package init(window: Int) {
    buffer = ReorderBuffer(capacity: window)
    self.window = window
  }

  // MARK: - Questions

  /// The number of actions that were accepted, which is the number of the last one.
  @inlinable package var acceptedCount: UInt64 { accepted }
  /// The number of bytes that the uncommitted actions have, encoded for hosts.
  @inlinable package var pendingBytes: Int { bytes }
  /// The number of actions in the buffer.
  @inlinable package var queuedCount: Int { buffer.count }
  /// The number of actions beside it.
  @inlinable package var besideCount: Int { beside }
  /// True if no action is in the buffer.
  @inlinable package var isQueueEmpty: Bool { buffer.isEmpty }
  /// True if nothing that was accepted has yet to commit.
  @inlinable package var isEmpty: Bool { buffer.isEmpty && beside == 0 }
  /// True if a sender waits for room by an entry.
  @inlinable package var hasWaiting: Bool { !waiting.isEmpty }
  /// The number of such entries.
  package var waitingCount: Int { waiting.count }
  /// True if a lane may have an action to commit out of order.
  @inlinable package var hasReadyLanes: Bool { !readyLanes.isEmpty }
  /// True once nothing more is accepted.
  @inlinable package var isStopped: Bool { hasStopped }

  /// The entry that commits next in the order of acceptance. Only where there is one.
  @inlinable package var head: Entry { buffer.head }

  /// The number of entries that were put ahead of others. While it is the same, a run at the head stays there until
  /// it is empty.
  @inlinable package var overtakingCount: Int { buffer.overtakingCount }

  /// Returns what `body` finds in the first queued entry where it finds something, in the order of commits. O(n).
  package func find<Found>(_ body: (Entry) -> Found?) -> Found? { buffer.find(body) }

  /// Calls `body` with the queued entries, in the order of commits. O(n).
  package func forEachQueued(_ body: (Entry) -> Void) {
    _ = buffer.find { (entry) -> Void? in
      body(entry)
      return nil
    }
  }

  // MARK: - Bytes

  /// Notes that an action that is accepted has so many bytes, encoded.
  @inlinable package mutating func add(bytes count: Int) { bytes += count }

  /// Notes that so many bytes have left with their action.
  @inlinable package mutating func remove(bytes count: Int) {
    bytes -= count
    assert(bytes >= 0, "what left had been accepted")
  }
}
