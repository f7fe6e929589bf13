import PandoHosting

/// The messages of a store for its workers, and who has something to say. Guarded by the store's lock.
struct OutboxTable {
  private var outboxes: [ObjectIdentifier: LinkOutbox] = [:]
  /// The outboxes that have something to send.
  private(set) var marked: [LinkOutbox] = []
  /// The lanes that have commits or settlements to tell.
  private var markedLanes: [AnyLane] = []

  subscript(_ link: any HostingLink) -> LinkOutbox? { outboxes[ObjectIdentifier(link)] }

  /// The outboxes of all workers that have, or had, lanes of the store.
  var all: Dictionary<ObjectIdentifier, LinkOutbox>.Values { outboxes.values }

  /// Returns the outbox of a worker, made if it has none.
  mutating func outbox(of link: any HostingLink) -> LinkOutbox {
    if let outbox = self[link] { return outbox }
    let outbox = LinkOutbox(link)
    outboxes[ObjectIdentifier(link)] = outbox
    return outbox
  }

  /// Takes out the outbox of a worker that was lost.
  mutating func remove(_ link: any HostingLink) -> LinkOutbox? {
    guard let outbox = outboxes.removeValue(forKey: ObjectIdentifier(link)) else { return nil }
    // What it has to send may wait, and nothing would make that urgent any more.
    if outbox.isMarked { marked.removeAll { $0 === outbox } }
    outbox.isMarked = false
    return outbox
  }

  // MARK: - Marks

  /// True if nothing has to be sent before the workers say something.
  @inline(__always)
  var isQuiet: Bool { markedLanes.isEmpty && marked.allSatisfy { $0.mayWait } }

  /// True if a lane has something to tell.
  var hasMarkedLanes: Bool { !markedLanes.isEmpty }

  /// Notes that a worker is to be talked to once this round of commits is over.
  @inline(__always)
  mutating func mark(_ outbox: LinkOutbox) {
    if outbox.isMarked { return }
    outbox.isMarked = true
    marked.append(outbox)
  }

  /// Takes the mark off the outbox at a place among the marked ones.
  mutating func unmark(at index: Int) -> LinkOutbox {
    let outbox = marked.remove(at: index)
    outbox.isMarked = false
    return outbox
  }

  /// Notes a lane that may have something to tell once this round of commits is over.
  @inline(__always)
  mutating func mark(_ lane: AnyLane) {
    if lane.isMarked { return }
    lane.isMarked = true
    markedLanes.append(lane)
  }

  /// Returns the marked lanes, takes their marks off, and forgets them.
  mutating func takeLanes() -> [AnyLane] {
    var taken: [AnyLane] = []
    swap(&taken, &markedLanes)
    for lane in taken { lane.isMarked = false }
    return taken
  }

  /// Gives back the memory of the lanes that were taken, where no other was marked meanwhile.
  mutating func reuse(_ taken: consuming [AnyLane]) {
    guard markedLanes.isEmpty else { return }
    taken.removeAll(keepingCapacity: true)
    swap(&taken, &markedLanes)
  }
}
