import Synchronization

extension AsyncSequence {
  /// Returns a stream of the elements, which ends where the sequence ends or throws.
  ///
  /// One task at a time reads it. An element is asked for when the reader asks.
  public func eraseToStream() -> AsyncStream<Element> where Self: Sendable {
    let reader = SequenceReader(self)
    return AsyncStream { try? await reader.next() }
  }

  /// Returns a stream of the elements, which throws what the sequence throws.
  ///
  /// One task at a time reads it. An element is asked for when the reader asks.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error>
  where Self: Sendable {
    let reader = SequenceReader(self)
    return AsyncThrowingStream { try await reader.next() }
  }
}

/// Asks a sequence for its elements, for one task at a time.
private final class SequenceReader<Base: AsyncSequence & Sendable>: Sendable {
  private let isReading = Atomic(false)
  private let base: Base
  // Touched by whoever set `isReading`, and nobody else: a second reader is trapped.
  private nonisolated(unsafe) var iterator: Base.AsyncIterator?

  init(_ base: Base) {
    self.base = base
  }

  func next() async throws -> Base.Element? {
    precondition(
      !isReading.exchange(true, ordering: .acquiring), "one task at a time reads a stream")
    defer { isReading.store(false, ordering: .releasing) }
    if unsafe iterator == nil { unsafe iterator = base.makeAsyncIterator() }
    return try await unsafe iterator?.next()
  }
}
