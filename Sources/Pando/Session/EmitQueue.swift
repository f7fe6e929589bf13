import DequeModule
import PandoHosting

/// The actions that effects of one host have sent and the client has not settled: a window, and a
/// queue before it.
///
/// The window bounds how many actions, and how many bytes, reach the client unasked. An action that is
/// larger than the window of bytes goes out alone.
struct EmitQueue<Emit> {
  typealias Waiter = UnsafeContinuation<Void, Never>

  /// A thing to do, in the order in which effects asked for it.
  enum Directive {
    /// Send the action to the client under this number.
    case submit(UInt64, Emit)
    /// Tell the client that an effect has ended.
    case finish(SequenceNumber)
  }

  private enum Waiting {
    case emit(Emit, byteCount: Int, effect: UInt64, Waiter)
    case finish(SequenceNumber)
  }

  private struct Unsettled {
    let number: UInt64
    let byteCount: Int
    let effect: UInt64
    let waiter: Waiter
  }

  private let window: Int
  private let windowBytes: Int
  private var unsettled: Deque<Unsettled> = []
  private var unsettledBytes = 0
  private var waiting: Deque<Waiting> = []
  private var nextNumber: UInt64 = 1

  init(window: Int, windowBytes: Int) {
    self.window = window
    self.windowBytes = windowBytes
  }

  /// The number of the newest action that went out; 0 before the first.
  var lastNumber: UInt64 { nextNumber - 1 }

  /// Takes an action in; `waiter` is resumed once the client has settled it.
  mutating func add(
    _ emit: Emit, byteCount: Int, effect: UInt64, waiter: Waiter,
    _ directives: inout [Directive]
  ) {
    waiting.append(.emit(emit, byteCount: byteCount, effect: effect, waiter))
    fill(&directives)
  }

  /// An effect has ended; the client hears of it behind everything that the effect sent.
  mutating func finish(_ sequence: SequenceNumber, _ directives: inout [Directive]) {
    waiting.append(.finish(sequence))
    fill(&directives)
  }

  /// The client has settled everything up to this number; returns who waits for that.
  mutating func settle(through number: UInt64, _ directives: inout [Directive]) -> [Waiter] {
    var freed: [Waiter] = []
    while let first = unsettled.first, first.number <= number {
      unsettled.removeFirst()
      unsettledBytes -= first.byteCount
      freed.append(first.waiter)
    }
    fill(&directives)
    return freed
  }

  /// Nothing is settled any more; returns everybody who waits.
  mutating func end() -> [Waiter] {
    var freed = unsettled.map(\.waiter)
    for case .emit(_, _, _, let waiter) in waiting { freed.append(waiter) }
    unsettled.removeAll()
    unsettledBytes = 0
    waiting.removeAll()
    return freed
  }

  private mutating func fill(_ directives: inout [Directive]) {
    while let next = waiting.first {
      switch next {
      case .finish(let sequence):
        directives.append(.finish(sequence))
      case .emit(let emit, let byteCount, let effect, let waiter):
        guard hasRoom(byteCount) else { return }
        directives.append(.submit(nextNumber, emit))
        unsettled.append(
          Unsettled(number: nextNumber, byteCount: byteCount, effect: effect, waiter: waiter))
        unsettledBytes += byteCount
        nextNumber += 1
      }
      waiting.removeFirst()
    }
  }

  /// Returns whether an effect waits for something that it sent. O(unsettled and waiting actions).
  func hasWaiter(_ effect: UInt64) -> Bool {
    unsettled.contains { $0.effect == effect }
      || waiting.contains {
        if case .emit(_, _, effect, _) = $0 { true } else { false }
      }
  }

  /// Returns whether an action of so many bytes would go out as soon as it is taken in.
  func goesOutAtOnce(_ byteCount: Int) -> Bool { waiting.isEmpty && hasRoom(byteCount) }

  private func hasRoom(_ byteCount: Int) -> Bool {
    if unsettled.isEmpty { return true }
    return unsettled.count < window && unsettledBytes + byteCount <= windowBytes
  }
}
