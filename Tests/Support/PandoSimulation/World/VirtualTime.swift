import HeapModule

/// The time of a simulated cluster, and everything that is to happen in it.
///
/// Nothing happens between two events, so an hour passes as fast as its events can be carried out.
/// Events of one moment happen in the order in which they were planned.
///
/// One thread has a simulation, with everything in it: the classes of this folder are not guarded.
package final class VirtualTime: @unchecked Sendable {
  private struct Event: Comparable {
    let time: Int
    let number: UInt64
    let body: () -> Void

    static func < (one: Event, other: Event) -> Bool {
      (one.time, one.number) < (other.time, other.number)
    }

    static func == (one: Event, other: Event) -> Bool { one.number == other.number }
  }

  /// Microseconds since the simulation began.
  package private(set) var now = 0
  package var milliseconds: Int { now / 1_000 }
  private var events = Heap<Event>()
  private var lastNumber: UInt64 = 0

  package init() {}

  /// Has something happen so many microseconds from now.
  package func after(_ microseconds: Int, _ body: @escaping () -> Void) {
    lastNumber += 1
    events.insert(Event(time: now + max(0, microseconds), number: lastNumber, body: body))
  }

  /// Forgets everything that is to happen.
  package func clear() { events = Heap() }

  /// When the next event is; nil when nothing is planned.
  package var next: Int? { events.min?.time }

  /// Has the clock jump ahead, as where machines sleep: what was to happen meanwhile happens next.
  package func jump(microseconds: Int) { now += microseconds }

  /// Lets the next event happen. Returns false when there is none.
  package func step() -> Bool {
    guard let event = events.popMin() else { return false }
    now = max(now, event.time)
    event.body()
    return true
  }
}
