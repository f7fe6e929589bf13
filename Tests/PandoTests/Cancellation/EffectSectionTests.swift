import Synchronization
import Testing

@testable import Pando

@Suite("Parts of effects in a registry")
struct EffectSectionTests {
  private final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set() { value.withLock { $0 = true } }
  }

  /// The state of throttled effects that counts how often it dropped what waits.
  private final class DropCount: Throttling {
    private let count = Mutex(0)

    var current: Int { count.withLock { $0 } }
    var actionType: Any.Type { Int.self }
    var isOver: Bool { false }

    func begin() -> UInt64 { 1 }

    func end(_ turn: UInt64) {}

    func drop() -> (any Sendable)? {
      count.withLock { $0 += 1 }
      return nil
    }
  }

  private let registry = EffectRegistry<EffectOwner, Int>()
  private let owner = EffectOwner(token: 1)

  private func scoped(_ id: String, isThrottled: Bool = false) -> ScopedCancelID {
    ScopedCancelID(id: CancelID(id), scope: owner, isThrottled: isThrottled)
  }

  private func register(_ ids: ScopedCancelID...) -> UInt64 {
    registry.register(owner: owner, ids: ids, tag: 1, name: nil)
  }

  private func begin(
    _ id: String, of number: UInt64, in outer: UInt64? = nil, _ inFlight: InFlight = .kept
  ) -> UInt64? {
    registry.beginSection(of: number, in: outer, under: CancelID(id), inFlight, cancel: {})
  }

  // MARK: - Taking the place of others

  @Test(
    "one of a cancelled effect takes nobody's place, and is cancelled itself",
    arguments: [InFlight.cancelled, .replaced])
  func late(inFlight: InFlight) {
    let late = register()
    let other = register(scoped("search"))
    registry.cancel(late)
    let flag = Flag()
    let section = registry.beginSection(
      of: late, in: nil, under: CancelID("search"), inFlight, cancel: { flag.set() })
    #expect(section != nil)
    registry.takeCancellations().run()
    #expect(flag.isSet)
    #expect(registry.maySend(other))
  }

  @Test("one inside a cancelled part takes nobody's place")
  func lateInside() {
    let late = register()
    let other = register(scoped("search"))
    let outer = begin("part", of: late)
    let inner = begin("inner", of: late, in: outer)
    registry.cancel(scoped("part"))
    _ = begin("search", of: late, in: inner, .cancelled)
    #expect(registry.maySend(other))
    _ = begin("search", of: late, .cancelled)
    #expect(!registry.maySend(other))
  }

  // MARK: - What throttled effects hold

  @Test("a cancelled part leaves what a throttled one in it held to the part that took its place")
  func droppedOutside() {
    let state = DropCount()
    let number = register()
    let outer = begin("download", of: number)
    let other = begin("upload", of: number)
    let throttled = begin("notes", of: number, in: outer, .replaced)
    _ = registry.throttle(CancelID("notes"), of: number, throttled) { _ in state }
    let successor = begin("notes", of: number, in: other, .replaced)
    registry.cancel(scoped("download"))
    #expect(state.current == 0)
    let share = registry.throttle(CancelID("notes"), of: number, successor) { _ in state }
    #expect(share?.turn == 1)
    registry.cancel(scoped("upload"))
    #expect(state.current == 1)
  }

  @Test("a cancelled part drops what a throttled one in it holds")
  func droppedInside() {
    let state = DropCount()
    let number = register()
    let outer = begin("download", of: number)
    let throttled = begin("notes", of: number, in: outer, .replaced)
    _ = registry.throttle(CancelID("notes"), of: number, throttled) { _ in state }
    registry.cancel(scoped("download"))
    #expect(state.current == 1)
    let late = registry.throttle(CancelID("notes"), of: number, throttled) { _ in state }
    #expect(late?.turn == nil)
  }

  @Test("a throttled effect that is cancelled before it began drops what it was to send")
  func droppedEarly() {
    let state = DropCount()
    let id = scoped("notes", isThrottled: true)
    let first = register(id)
    _ = registry.throttle(id.id, of: first, nil) { _ in state }
    registry.cancel(id, isReplaced: true)
    let second = register(id)
    let beside = register(scoped("notes"))
    registry.cancel(first)
    registry.cancel(beside)
    #expect(state.current == 0)
    registry.cancel(second)
    #expect(state.current == 1)
  }

  @Test("a throttled effect that never starts drops what it was to send")
  func neverStarted() {
    let state = DropCount()
    let id = scoped("notes", isThrottled: true)
    let first = register(id)
    _ = registry.throttle(id.id, of: first, nil) { _ in state }
    registry.cancel(id, isReplaced: true)
    registry.dropThrottled(under: [scoped("notes")])
    #expect(state.current == 0)
    registry.dropThrottled(under: [id])
    #expect(state.current == 1)
  }
}
