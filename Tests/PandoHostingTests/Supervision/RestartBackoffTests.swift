import PandoHosting
import Testing

@Suite("When a worker that ended is started again")
struct RestartBackoffTests {
  private func delays(_ count: Int, lived: Int = 10, wasReady: Bool) -> [Int] {
    var backoff = RestartBackoff()
    return (0..<count).map { _ in
      backoff.delay(afterLivingMilliseconds: lived, wasReady: wasReady)
    }
  }

  @Test("one that was never ready waits twice as long each time, up to a limit")
  func neverReady() {
    #expect(
      delays(9, wasReady: false) == [0, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
    #expect(delays(100, wasReady: false).last == RestartBackoff.longestMilliseconds)
  }

  @Test("one that was ready waits less")
  func ready() {
    #expect(delays(6, wasReady: true) == [0, 100, 200, 400, 500, 500])
  }

  @Test("one that lived long is started at once")
  func longLife() {
    var backoff = RestartBackoff()
    for _ in 0..<5 { _ = backoff.delay(afterLivingMilliseconds: 10, wasReady: true) }
    #expect(
      backoff.delay(
        afterLivingMilliseconds: RestartBackoff.youngMilliseconds, wasReady: true) == 0)
    #expect(backoff.delay(afterLivingMilliseconds: 10, wasReady: true) == 100)
  }
}
