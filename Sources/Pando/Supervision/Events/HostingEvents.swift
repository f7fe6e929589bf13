/// The events that ``Store/hostingEvents`` gives, in the order in which they happened.
///
/// For one reader, as an `AsyncStream`. It keeps 1,024 events that were not read; those that come then are
/// left out, and counted by ``HostingEvent/missed(count:)``. It ends with the store.
public struct HostingEvents: AsyncSequence, Sendable {
  let news: AsyncStream<HostingNews>

  /// Where the reader is.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var news: AsyncStream<HostingNews>.Iterator

    /// Waits for the next event; nil once the store has stopped, or the task was cancelled.
    public mutating func next() async -> HostingEvent? {
      await news.next()?.event()
    }
  }

  /// Begins with the events that have happened since the sequence was asked for.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(news: news.makeAsyncIterator())
  }
}
