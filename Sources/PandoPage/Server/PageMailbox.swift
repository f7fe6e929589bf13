import Synchronization

/// The letters that one reader of a page has still to get: the latest document alone, so that a slow reader fills
/// no memory.
final class PageMailbox: Sendable {
  /// Something to send.
  enum Letter: Equatable, Sendable {
    case document(PageLetter)
    /// Nothing new: a sign of life, by which one finds that the reader has gone.
    case beat
  }

  private struct State {
    var document: PageLetter?
  }

  private let state = Mutex(State())
  private let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation

  init() {
    (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Puts a document in the place of the one that was not read.
  func put(_ document: PageLetter) {
    state.withLock { $0.document = document }
    wake.yield()
  }

  /// Has the reader hear from us.
  func beat() { wake.yield() }

  /// Ends the letters.
  func close() { wake.finish() }

  /// Waits for something to send, for one task alone; nil at the end.
  func next(_ iterator: inout AsyncStream<Void>.Iterator) async -> Letter? {
    guard await iterator.next() != nil else { return nil }
    let document = state.withLock { state in
      defer { state.document = nil }
      return state.document
    }
    return document.map(Letter.document) ?? .beat
  }

  func makeIterator() -> AsyncStream<Void>.Iterator { wakes.makeAsyncIterator() }
}
