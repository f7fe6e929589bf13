import DequeModule

/// What effects of one host have sent and the client has not settled: a window, and a queue before it.
///
/// An effect waits in `send` until its action is settled, so the queue is no longer than there are
/// effects; the window bounds what reaches the client unasked.
struct EmitQueue<Emit> {
  private let window: Int
  private var unsettled: Deque<(number: UInt64, settled: @Sendable () -> Void)> = []
  private var waiting: Deque<(emit: Emit, settled: @Sendable () -> Void)> = []
  private var nextNumber: UInt64 = 1

  init(window: Int) {
    self.window = window
  }

  /// Takes an action in; `submit` is called with those that may go out now.
  mutating func add(
    _ emit: Emit, settled: @escaping @Sendable () -> Void, submit: (UInt64, Emit) -> Void
  ) {
    waiting.append((emit, settled))
    fill(submit)
  }

  /// Calls back those that the client has settled; `submit` is called with those that may follow.
  mutating func settle(through number: UInt64, submit: (UInt64, Emit) -> Void) {
    while let first = unsettled.first, first.number <= number {
      first.settled()
      unsettled.removeFirst()
    }
    fill(submit)
  }

  /// Calls back everybody: nothing is settled any more.
  mutating func end() {
    for entry in unsettled { entry.settled() }
    for entry in waiting { entry.settled() }
    unsettled.removeAll()
    waiting.removeAll()
  }

  private mutating func fill(_ submit: (UInt64, Emit) -> Void) {
    while unsettled.count < window, let next = waiting.popFirst() {
      unsettled.append((nextNumber, next.settled))
      submit(nextNumber, next.emit)
      nextNumber += 1
    }
  }
}
