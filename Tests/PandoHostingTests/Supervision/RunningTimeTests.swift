import PandoHosting
import Testing

@Suite("The time in which a process has run")
struct RunningTimeTests {
  @Test("leaves out what passed while it stood still, and nothing else")
  func standsStill() {
    var time = RunningTime(clock: 1_000, longestGap: 1_500)
    var looks: [Int] = []
    for clock in [1_500, 2_000, 3_500, 24_000, 24_001, 24_500, 26_001, 27_600] {
      looks.append(time.look(clock: clock))
    }
    #expect(looks == [1_500, 2_000, 3_500, 3_500, 3_501, 4_000, 4_000, 4_000])
  }

  @Test(
    "a worker is not taken for dead by a coordinator that stood still, and is once it misses a life"
  )
  func registry() {
    var registry = WorkerRegistry(
      incarnation: 9, lifeMilliseconds: 3_000, beatIntervalMilliseconds: 500)
    var time = RunningTime(clock: 0, longestGap: 1_500)
    let record = WorkerRecord(
      name: "a", endpoint: "ipc:///a", processID: 1, hostName: "here", features: [])
    let worker = registry.join(record, atMilliseconds: time.look(clock: 0)).lease.id
    var dead: [WorkerID] = []
    func look(_ clock: Int) {
      dead += registry.expire(atMilliseconds: time.look(clock: clock)).keys
    }
    for clock in stride(from: 500, through: 1_000, by: 500) { look(clock) }
    look(21_000)
    #expect(dead.isEmpty)
    for clock in stride(from: 21_500, through: 23_000, by: 500) { look(clock) }
    #expect(dead.isEmpty)
    look(23_500)
    #expect(dead == [worker])
  }
}
