import DequeModule
import Synchronization

/// Tells those who follow the hosting of one store, in order, and never under the store's lock.
package final class HostingEventHub: Sendable {
  private struct Reader {
    let continuation: AsyncStream<HostingNews>.Continuation
    /// The number of events that it had no room for since it was last told so.
    var missedCount = 0
  }

  private struct State {
    var readers: [UInt64: Reader] = [:]
    var lastReader: UInt64 = 0
    var pending: Deque<HostingNews> = []
    /// True if a thread tells what is pending: one at a time, which keeps the order.
    var isTelling = false
    var isOver = false
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of events that a reader may leave unread.
  package static let unreadAtMost = 1_024

  /// True if somebody follows.
  package var hasReaders: Bool { state.withLock { !$0.readers.isEmpty } }

  package func follow() -> HostingEvents {
    // What is dropped is the newest, so that the reader is told where something is missing.
    let (stream, continuation) = AsyncStream.makeStream(
      of: HostingNews.self, bufferingPolicy: .bufferingOldest(Self.unreadAtMost))
    let number = state.withLock { state -> UInt64? in
      if state.isOver { return nil }
      state.lastReader += 1
      state.readers[state.lastReader] = Reader(continuation: continuation)
      return state.lastReader
    }
    if let number {
      continuation.onTermination = { [weak self] _ in self?.remove(number) }
    } else {
      continuation.finish()
    }
    return HostingEvents(news: stream)
  }

  private func remove(_ number: UInt64) {
    state.withLock { state in
      // Its end frees nothing of a user, but has no business under a lock.
      let reader = state.readers.removeValue(forKey: number)
      _ = reader
    }
  }

  /// Keeps an event until `tell()`. May be called under the store's lock.
  package func add(_ news: HostingNews) {
    state.withLock { if !$0.readers.isEmpty { $0.pending.append(news) } }
  }

  /// Tells what was kept. Called without the store's lock.
  package func tell() {
    guard begin() else { return }
    while let (news, readers) = next() {
      for (number, reader) in readers { tell(news, number, reader) }
    }
  }

  /// Ends the sequences of all readers, behind what was told.
  package func finish() {
    tell()
    let readers = state.withLock { state in
      defer { state.readers = [:] }
      state.isOver = true
      return Array(state.readers.values)
    }
    for reader in readers { reader.continuation.finish() }
  }

  private func begin() -> Bool {
    state.withLock { state in
      if state.isTelling || state.pending.isEmpty { return false }
      state.isTelling = true
      return true
    }
  }

  private func next() -> (HostingNews, [UInt64: Reader])? {
    state.withLock { state in
      guard let news = state.pending.popFirst() else {
        state.isTelling = false
        return nil
      }
      return (news, state.readers)
    }
  }

  private func tell(_ news: HostingNews, _ number: UInt64, _ reader: Reader) {
    var missedCount = reader.missedCount
    if missedCount > 0 {
      let count = missedCount
      let notice = HostingNews { .missed(count: count) }
      if case .enqueued = reader.continuation.yield(notice) { missedCount = 0 }
    }
    if missedCount > 0 {
      missedCount += 1
    } else if case .dropped = reader.continuation.yield(news) {
      missedCount = 1
    }
    guard missedCount != reader.missedCount else { return }
    state.withLock { $0.readers[number]?.missedCount = missedCount }
  }
}
