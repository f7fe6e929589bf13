import ClusterFeatures
import Foundation
import Pando
import PandoHosting
import PandoWire
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("Asking workers for their lanes", .serialized, .timeLimit(.minutes(15)))
struct WorkerLanesTests {
  private func worker(
    _ name: String, at endpoint: Endpoint, lanes: Int = 0
  ) -> ClusterStatus.Worker {
    ClusterStatus.Worker(
      id: "1-\(name)", name: name, endpoint: "\(endpoint)", processID: 1, hostName: "elm",
      ageMilliseconds: 0, silenceMilliseconds: 0, lanes: lanes, actionsPerSecond: 0, features: [],
      state: .ready)
  }

  @Test("tells the largest first, with what has not committed and the effects that run")
  func lanes() async throws {
    let process = try RawWorker()
    defer { process.discard() }
    var client = try RawClient(process.endpoint)
    try client.sayHello("an app")
    try client.send([
      client.open(1), client.open(2), client.reduce(2, 1, .fill(bytes: 40_000)),
      client.reduce(2, 2, .up),
      client.reduce(1, 1, .beginCleaning(file: process.folder + "/clean", milliseconds: 1)),
      .commit(LaneID(rawValue: 1), through: .first),
    ])
    let worker = worker("w1", at: process.endpoint)
    var status = LaneStatus()
    try await eventually("both are hosted, and the effect runs") {
      status = await LaneStatus.ask([worker], keys: .environment)
      return status.count == 2 && status.lanes.contains { $0.effects == 1 && $0.held == 0 }
        && status.lanes.contains { $0.held == 2 }
    }
    #expect(status.lanes.map(\.lane) == [2, 1])
    #expect(status.lanes.map(\.held) == [2, 0])
    #expect(status.lanes.map(\.effects) == [0, 1])
    #expect(status.lanes[0].bytes > 40_000)
    #expect((1..<4_000).contains(status.lanes[1].bytes))
    #expect(status.lanes.allSatisfy { $0.feature == "ClusterFeatures.Slow" })
    #expect(status.lanes.allSatisfy { $0.client == "an app" && $0.worker == "w1" })
    #expect(status.silent.isEmpty && status.workersNotAsked == 0)
    let one = await LaneStatus.ask([worker], keys: .environment, lanesAtMost: 1)
    #expect(one.lanes.map(\.lane) == [2])
    #expect(one.leftOut == 1)
  }

  @Test("a worker whose reducer does not come back tells all the same, and who reduces")
  func busy() async throws {
    let process = try RawWorker(endsWithInput: false)
    defer { process.discard() }
    var client = try RawClient(process.endpoint)
    try client.sayHello("an app")
    try client.send([
      client.open(1), client.open(2), client.reduce(1, 1, .sleep(milliseconds: 45_000)),
    ])
    let worker = worker("w1", at: process.endpoint)
    try await eventually("one of two reduces") {
      let status = await LaneStatus.ask([worker], keys: .environment)
      return Dictionary(grouping: status.lanes, by: \.state).mapValues { $0.map(\.lane) }
        == ["reducing": [1], "waiting": [2]]
    }
  }

  @Test("workers that say absurd numbers are told of, and nothing traps")
  func absurd() async throws {
    let folder = NSTemporaryDirectory() + "pando-liars-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let liars = try ["one", "two"].map {
      try HostileWorker(.garbage, at: .ipc(path: "\(folder)/\($0).sock"))
    }
    defer { for liar in liars { liar.stop() } }
    let status = await LaneStatus.ask(
      [worker("w1", at: liars[0].endpoint), worker("w2", at: liars[1].endpoint)],
      keys: .environment, timeoutMilliseconds: 20_000)
    #expect(status.silent.isEmpty)
    #expect(status.lanes.map(\.worker) == ["w1", "w2"])
    #expect(status.count == 2 << 30)
    #expect(status.leftOut == (2 << 30) - 2)
  }

  @Test("a worker that sends more than the longest report is cut off, each time")
  func long() async throws {
    let folder = NSTemporaryDirectory() + "pando-liars-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let liar = try HostileWorker(.flood, at: .ipc(path: "\(folder)/one.sock"))
    defer { liar.stop() }
    let question = LaneQuestion(number: 1, lanesAtMost: 1).bytes
    let end = ContinuousClock.now + .seconds(30)
    while liar.questionCount < 2, ContinuousClock.now < end {
      let asking = try WorkerAsking(liar.endpoint, keys: nil, as: .operator, question: question) {
        $0.count
      }
      let answers = try WorkerSurvey.run(
        [asking], untilMilliseconds: MonotonicClock.nowMilliseconds() + 1_000,
        timeoutMilliseconds: 1_000)
      #expect(throws: WorkerSilence.self) { try answers[0].get() }
    }
    #expect(liar.questionCount >= 2)
  }

  @Test("a worker that sends without end what is no answer is cut off")
  func endless() async throws {
    let directory = TemporaryDirectory()
    var batch = WireWriter()
    WorkerMessage.opened(LaneID(rawValue: 1 << 50)).encode(into: &batch)
    let liar = LyingPeer(at: try directory.endpoint(), torrent: batch.bytes)
    defer { liar.stop() }
    let status = await LaneStatus.ask(
      [worker("w1", at: liar.endpoint)], keys: .environment, timeoutMilliseconds: 60_000)
    #expect(status.silent.first?.reason.contains("was cut off") == true, "\(status.silent)")
    let silence = await thrown(WorkerSilence.self) {
      _ = try await WorkerHealth.ask(workerAt: liar.endpoint, timeoutMilliseconds: 60_000)
    }
    #expect(silence?.description.contains("was cut off") == true)
  }

  @Test("a few messages that are no answer hold up no worker that does answer")
  func stray() async throws {
    let directory = TemporaryDirectory()
    var batch = WireWriter()
    WorkerMessage.opened(LaneID(rawValue: 1)).encode(into: &batch)
    let stray = Array(repeating: batch.bytes, count: 50)
    let talker = LyingPeer(at: try directory.endpoint()) { question in
      let number = question.withUnsafeBytes { LaneQuestion(batch: $0)?.number ?? 0 }
      return stray + [LaneReport(number: number, laneCount: 0, lanes: []).bytes]
    }
    defer { talker.stop() }
    let status = await LaneStatus.ask(
      [worker("w1", at: talker.endpoint)], keys: .environment, timeoutMilliseconds: 60_000)
    #expect(status.silent.isEmpty, "\(status.silent)")
  }

  @Test("workers that do not answer are named within the time, beside those that do")
  func silent() async throws {
    let (first, second) = (try RawWorker(), try RawWorker())
    defer {
      first.discard()
      second.discard()
    }
    let asked = [worker("w1", at: first.endpoint), worker("w2", at: second.endpoint)]
    try await eventually("both answer") {
      await LaneStatus.ask(asked, keys: .environment).silent.isEmpty
    }
    try await stop(second.process.processIdentifier)
    defer { kill(second.process.processIdentifier, SIGCONT) }
    let nobody = try worker("w3", at: .ipc(path: "/tmp/pando-nobody-\(getpid()).sock"))
    let status = await LaneStatus.ask(
      asked + [nobody], keys: .environment, timeoutMilliseconds: 1_000)
    #expect(Set(status.silent.map(\.worker)).isSuperset(of: ["w2", "w3"]))
    #expect(status.silent.first { $0.worker == "w3" }?.reason.contains("nobody listens") == true)
    #expect(status.silent.allSatisfy { $0.reason.contains("does not answer") })
  }

  @Test("of more workers than are asked at once, those with the most lanes are")
  func many() async throws {
    let workers = try (0..<70).map {
      try worker("w\($0)", at: .ipc(path: "/tmp/pando-nobody-\(getpid()).sock"), lanes: $0)
    }
    let some = await LaneStatus.ask(workers, keys: .environment, timeoutMilliseconds: 50)
    #expect(some.silent.count == LaneStatus.workersAtOnce)
    #expect(some.workersNotAsked == 6)
    #expect(!some.silent.contains { $0.worker == "w5" })
    let all = await LaneStatus.ask(
      workers, keys: .environment, timeoutMilliseconds: 50, asksAll: true)
    #expect(all.silent.count == 70 && all.workersNotAsked == 0)
  }

  @Test("over tcp, operators and coordinators may ask, and a client may not")
  func keys() async throws {
    let cluster = try KeyedCluster([
      "one": [.worker], "probe": [.operator], "lead": [.coordinator], "app": [.client],
    ])
    defer { cluster.discard() }
    let process = try cluster.startWorker("one")
    let asked = [worker("one", at: process.endpoint)]
    for name in ["probe", "lead"] {
      try await eventually("\(name) is told") {
        await LaneStatus.ask(asked, keys: keys(cluster, name)).silent.isEmpty
      }
    }
    let refused = await LaneStatus.ask(
      asked, keys: keys(cluster, "app"), timeoutMilliseconds: 20_000)
    #expect(refused.silent.first?.reason.contains("--role operator") == true)
    // A coordinator's key opens no session.
    let path = CurvePath(
      pair: try cluster.keys.loaded("lead").pair,
      serverKey: try cluster.keys.loaded("one").pair.publicKey)
    var client = try RawClient(process.endpoint, path: path)
    try client.send([.hello(Hello(name: "a coordinator that wants more", features: []))])
    let answer = try client.wait { _ in true }
    guard case .refuse(let reason)? = answer?.first else {
      Issue.record("a coordinator's hello was answered with \(answer ?? [])")
      return
    }
    #expect(reason.contains("--role client"))
    let keyless = await LaneStatus.ask(asked, keys: .files(keyring: "/none", key: "/none"))
    #expect(keyless.silent.count == 1)
  }

  private func keys(_ cluster: KeyedCluster, _ name: String) -> ClusterKeys {
    .files(keyring: cluster.keys.folder.path, key: cluster.keys.secretPath(name))
  }
}
