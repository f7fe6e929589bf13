import Testing

@testable import PandoCluster
@testable import PandoTool

@Suite("A watch of a worker that drains")
struct DrainWatchTests {
  private func worker(
    _ id: String = "a-1", endpoint: String = "ipc:///one", process: Int32 = 7,
    host: String = "grove", lanes: Int
  ) -> ClusterStatus.Worker {
    ClusterStatus.Worker(
      id: id, name: "one", endpoint: endpoint, processID: process, hostName: host,
      ageMilliseconds: 0, silenceMilliseconds: 0, lanes: lanes, actionsPerSecond: 0, features: [],
      state: .draining)
  }

  /// Looks every half second, and returns after how many looks it is over; nil where it is not.
  private func looks(_ answers: [[ClusterStatus.Worker]]) -> Int? {
    var watch = DrainWatch(worker(lanes: 3))
    for (index, answer) in answers.enumerated()
    where watch.look(answer, atMilliseconds: index * 500) {
      #expect(watch.worker.lanes == 0)
      return index + 1
    }
    return nil
  }

  @Test("it is over once the worker was empty four times in a row")
  func empty() {
    let (some, none) = ([worker(lanes: 2)], [worker(lanes: 0)])
    #expect(looks([none, none, none, none]) == 4)
    #expect(looks([none, none, none, some, none, none, none]) == nil)
    #expect(looks([none, none, [], none, none, none]) == nil)
    #expect(looks([some, none, none, none, none, some]) == 5)
  }

  @Test("one that is away for a moment has not left, and one that is away for 5 seconds has")
  func absence() {
    let away = [[ClusterStatus.Worker]](repeating: [], count: 10)
    #expect(looks(away) == nil)
    #expect(looks(away + [[]]) == 11)
    #expect(looks(away + [[worker(lanes: 1)]] + away) == nil)
    var watch = DrainWatch(worker(lanes: 3))
    let looked = [[], [worker(lanes: 1)]].map { answer in
      (watch.look(answer, atMilliseconds: 0), watch.isAbsent)
    }
    #expect(looked.map(\.0) == [false, false])
    #expect(looked.map(\.1) == [true, false])
  }

  @Test("its process is the same under another id, and another process is not")
  func anew() {
    let none = worker("b-9", lanes: 0)
    #expect(looks([[none], [none], [none], [none]]) == 4)
    for other in [
      worker("b-9", endpoint: "ipc:///two", lanes: 0), worker("b-9", process: 8, lanes: 0),
      worker("b-9", host: "wood", lanes: 0),
    ] {
      #expect(looks([[ClusterStatus.Worker]](repeating: [other], count: 10)) == nil)
    }
    let same = [worker("b-9", lanes: 0), worker(lanes: 2)]
    #expect(looks([[ClusterStatus.Worker]](repeating: same, count: 10)) == nil)
  }
}
