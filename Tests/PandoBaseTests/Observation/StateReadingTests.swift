import Glibc
import Observation
import PandoBase
import Synchronization
import Testing

@Suite("One version of what was read")
struct StateReadingTests {
  /// Counts the times that an observer was told.
  private final class Count: Sendable {
    private let number = Atomic(0)
    var value: Int { number.load(ordering: .sequentiallyConsistent) }
    func increment() { number.add(1, ordering: .sequentiallyConsistent) }
  }

  private func eventually(
    _ condition: @Sendable () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for _ in 0..<6_000 {
      if condition() { return }
      try? await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("the condition never held", sourceLocation: sourceLocation)
  }

  @Test("tells its observers once, and is then kept by nobody")
  func told() {
    let first = Count()
    let second = Count()
    weak var released: StateReading?
    do {
      let reading = StateReading()
      released = reading
      withObservationTracking {
        reading.register()
      } onChange: {
        first.increment()
      }
      withObservationTracking {
        reading.register()
        reading.register()
      } onChange: {
        second.increment()
      }
      #expect(first.value == 0)
      reading.tell()
    }
    #expect(first.value == 1)
    #expect(second.value == 1)
    // Nobody waits for observers that are late, so there is none.
    #expect(released == nil)
  }

  @Test("tells an observer of two that are told together once")
  func two() {
    let count = Count()
    weak var released: StateReading?
    do {
      let readings = [StateReading(), StateReading()]
      released = readings[1]
      withObservationTracking {
        for reading in readings { reading.register() }
      } onChange: {
        count.increment()
      }
      for reading in readings { reading.tell() }
    }
    #expect(count.value == 1)
    #expect(released == nil)
  }

  @Test("tells a closure that still runs once it has ended", arguments: [0, 20])
  func late(milliseconds: Int) async {
    let count = Count()
    weak var released: StateReading?
    do {
      let reading = StateReading()
      released = reading
      withObservationTracking {
        reading.register()
        reading.tell()
        usleep(useconds_t(milliseconds * 1_000))
        #expect(count.value == 0)
      } onChange: {
        count.increment()
      }
    }
    await eventually { count.value == 1 }
    let isReleased: () -> Bool = { released == nil }
    for _ in 0..<6_000 where !isReleased() { try? await Task.sleep(for: .milliseconds(10)) }
    #expect(isReleased())
    #expect(count.value == 1)
  }

  @Test("tells whoever registers when there is a newer version already", arguments: [false, true])
  func over(isTold: Bool) async {
    let reading = StateReading(isOver: !isTold)
    if isTold { reading.tell() }
    for _ in 0..<3 {
      // At least once: `Observation` may tell one twice that begins to observe meanwhile.
      let count = Count()
      withObservationTracking {
        reading.register()
      } onChange: {
        count.increment()
      }
      await eventually { count.value >= 1 }
    }
  }

  @Test("misses nobody of many that register while it is told")
  func storm() async {
    for _ in 0..<200 {
      let reading = StateReading()
      let count = Count()
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            withObservationTracking {
              reading.register()
            } onChange: {
              count.increment()
            }
          }
        }
        group.addTask { reading.tell() }
      }
      await eventually { count.value >= 4 }
    }
  }
}
