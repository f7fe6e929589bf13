import Synchronization
import Testing

@testable import Pando

@Suite("Sending a throttled action that was due")
struct DueSendTests {
  private final class NoRunner: EffectRunner {
    func beginSection(
      of effect: UInt64, in outer: UInt64?, under id: CancelID, _ inFlight: InFlight,
      cancel: @escaping @Sendable () -> Void
    ) -> UInt64? { nil }

    func endSection(_ section: UInt64) {}

    func cancel(_ id: CancelID, of effect: UInt64) {}

    func throttle(
      _ id: CancelID, of effect: UInt64, _ section: UInt64?,
      next: ((any Throttling)?) -> any Throttling
    ) -> ThrottleShare? { nil }
  }

  private final class Count: Sendable {
    private let value = Mutex(0)

    var current: Int { value.withLock { $0 } }

    func add() { value.withLock { $0 += 1 } }
  }

  private func context(of effect: UInt64) -> EffectContext {
    EffectContext(effect: effect, executor: nil, runner: NoRunner(), dismiss: nil)
  }

  @Test(
    "is up to an effect that was replaced meanwhile, and not to one that was cancelled",
    arguments: [false, true])
  func replaced(isReplaced: Bool) {
    let registry = EffectRegistry<EffectOwner, Int>()
    let owner = EffectOwner(token: 1)
    let id = ScopedCancelID(id: CancelID("notes"), scope: owner)
    let number = registry.register(owner: owner, ids: [id], tag: 1, name: nil)
    registry.cancel(id, isReplaced: isReplaced)
    let context = self.context(of: number)
    EffectContext.$current.withValue(context) {
      #expect(registry.sender(number)?.tag == nil)
    }
    EffectContext.$current.withValue(context.sendingDue) {
      #expect(registry.sender(number)?.tag == (isReplaced ? 1 : nil))
    }
  }

  @Test(
    "is up to a part that was replaced meanwhile, and not to one that was cancelled",
    arguments: [false, true], [false, true])
  func part(isReplaced: Bool, isInside: Bool) throws {
    let registry = EffectRegistry<EffectOwner, Int>()
    let owner = EffectOwner(token: 1)
    let id = ScopedCancelID(id: CancelID("notes"), scope: owner)
    let number = registry.register(owner: owner, ids: [], tag: 1, name: nil)
    let begun = registry.beginSection(of: number, in: nil, under: id.id, .replaced, cancel: {})
    let outer = try #require(begun)
    let within = registry.beginSection(
      of: number, in: outer, under: CancelID("inner"), .kept, cancel: {})
    let inner = try #require(within)
    registry.cancel(id, isReplaced: isReplaced)
    let context = self.context(of: number).inside(isInside ? inner : outer).sendingDue
    EffectContext.$current.withValue(context) {
      #expect(registry.sender(number)?.tag == (isReplaced ? 1 : nil))
      #expect(registry.maySend(number) == isReplaced)
    }
    // The rest of the effect goes on.
    EffectContext.$current.withValue(self.context(of: number).sendingDue) {
      #expect(registry.maySend(number))
    }
  }

  @Test("is done in a task that is cancelled meanwhile", arguments: [false, true])
  func cancelled(isDue: Bool) async {
    let count = Count()
    let send = Send<Int> { _ in count.add() }
    let context = isDue ? self.context(of: 1).sendingDue : self.context(of: 1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await EffectContext.$current.withValue(context) { await send(1) }
    }
    await task.value
    #expect(count.current == (isDue ? 1 : 0))
  }
}
