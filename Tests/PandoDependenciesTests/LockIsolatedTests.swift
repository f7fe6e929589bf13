import PandoDependencies
import Testing

@Suite("A value behind a lock", .timeLimit(.minutes(15)))
struct LockIsolatedTests {
  /// An object whose end is noted in a value, which may be the one that held it.
  private final class Listener: Sendable {
    let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void = {}) { self.end = end }

    deinit { end() }
  }

  @Test("lets an old one end that uses the value")
  func oldValue() {
    let ends = LockIsolated(0)
    let listener = LockIsolated(Listener())
    listener.setValue(
      Listener {
        listener.withValue { _ in }
        ends.withValue { $0 += 1 }
      })
    listener.setValue(Listener())
    #expect(ends.value == 1)
  }
}
