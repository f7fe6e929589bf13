import PandoHosting
import Testing

@Suite struct OutputPaceTests {
  @Test(arguments: [
    (busy: 0, pace: 1), (1, 1), (7, 1), (8, 2), (15, 3), (16, 4), (19, 4), (20, 5), (39, 9),
    (40, 10),
    (60_000, 10),
  ])
  func followsTheTimeThatTheWorkerWasBusy(busy: Int, pace: Int) {
    #expect(OutputPace.milliseconds(busyMilliseconds: busy) == pace)
  }

  @Test func neverMakesAnAnswerWaitMuchLongerThanItHas() {
    for busy in 0..<10_000 {
      let pace = OutputPace.milliseconds(busyMilliseconds: busy)
      #expect(pace == 1 || pace * 4 <= busy)
      #expect(pace <= OutputPace.millisecondsAtMost)
    }
  }
}
