import Testing

@testable import PandoWire

@Suite("States of encodings that are used again")
struct SessionPoolTests {
  private final class Held {
    var writer = WireWriter()
  }

  /// The least time of ten rounds in which writers are made while others are in use: what else the machine does only adds.
  private func time() -> Duration {
    let clock = ContinuousClock()
    return (0..<10).map { _ in
      clock.measure {
        for _ in 0..<200 { withExtendedLifetime((Held(), Held(), Held())) {} }
      }
    }.min() ?? .zero
  }

  @Test("are taken in the same time, however many are free")
  func many() {
    let few = time()
    var held = (0..<20_000).map { _ in Held() }
    held.removeAll()
    #expect(time() < few * 50)
  }
}
