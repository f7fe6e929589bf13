import Foundation
import Testing

@testable import PandoCluster
@testable import PandoTool

/// A coordinator and a worker of the command, as processes.
private final class Grove {
  let folder: TemporaryFolder
  let endpoint: String
  let coordinator: Program
  let worker: Program

  init() async throws {
    folder = try TemporaryFolder()
    endpoint = "ipc://\(folder.path)/c.sock"
    coordinator = try Program(
      ["coordinator", "--bind", endpoint], folder: folder, runtime: folder)
    worker = try Program(
      [
        "worker", "--bind", "ipc://\(folder.path)/w.sock", "--name", "oak", "--coordinator",
        endpoint, "--lanes-at-most", "7",
      ], folder: folder, runtime: folder)
    let health = try await Program(
      ["health", "--coordinator", endpoint, "--at-least", "1", "--timeout", "30"], folder: folder,
      runtime: folder
    ).end()
    #expect(health.code == 0, "\(health.error)")
  }

  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Program {
    try Program(arguments, folder: folder, runtime: folder, environment: environment)
  }

  func end() async throws {
    for program in [worker, coordinator] {
      kill(program.processID, SIGTERM)
      #expect(try await program.end().code == 0)
    }
  }
}

@Suite("pando status", .serialized, .timeLimit(.minutes(15)))
struct StatusCommandTests {
  @Test("show workers with their endpoints, and the builds of their features")
  func status() async throws {
    let grove = try await Grove()
    let status = try await grove.run(
      "status", environment: ["PANDO_COORDINATOR": grove.endpoint]
    ).end()
    #expect(status.code == 0, "\(status.error)")
    #expect(status.output.contains("ipc://\(grove.folder.path)/w.sock"))
    #expect(status.output.contains("0/7"))
    let feature = status.output.split(separator: "\n").first { $0.contains("FileCount") }
    #expect(feature?.split(separator: " ").count == 5, "\(feature ?? "")")
    #expect(feature?.hasSuffix("  oak") == true)
    try await grove.end()
  }

  @Test("drain and undrain a worker of a coordinator that the environment names")
  func drain() async throws {
    let grove = try await Grove()
    let environment = ["PANDO_COORDINATOR": grove.endpoint]
    let drained = try await grove.run("drain", "oak", environment: environment).end()
    #expect(drained.code == 0, "\(drained.error)")
    #expect(drained.output.contains("draining"))
    let health = try await grove.run("health", "--coordinator", grove.endpoint, "--json").end()
    let value = try JSONSerialization.jsonObject(with: Data(health.output.utf8)) as? [String: Any]
    let coordinator = try #require(value?["coordinator"] as? [String: Any])
    #expect(coordinator["workers"] as? Int == 0)
    #expect(coordinator["suspectWorkers"] as? Int == 0, "one that drains answers")
    #expect(coordinator["drainingWorkers"] as? Int == 1)
    let back = try await grove.run("undrain", "oak", environment: environment).end()
    #expect(back.code == 0, "\(back.error)")
    #expect(back.output.contains("ready"))
    let lost = try await grove.run("drain", "oak").end()
    #expect(lost.code == 64)
    #expect(lost.error.contains("--coordinator"))
    try await grove.end()
  }

  @Test("watch until Ctrl-C, and go on when the coordinator is away")
  func watch() async throws {
    let grove = try await Grove()
    let watch = try grove.run(
      "status", "--coordinator", grove.endpoint, "--json", "--watch", "--interval", "0.05",
      "--timeout", "1")
    let end = ContinuousClock.now + .seconds(30)
    while watch.text.split(separator: "\n").count < 3, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(5))
    }
    let lines = watch.text.split(separator: "\n").prefix(3)
    #expect(lines.count == 3)
    for line in lines {
      let status = try JSONDecoder().decode(ClusterStatus.self, from: Data(line.utf8))
      #expect(status.workers.map(\.name) == ["oak"])
    }
    try await grove.end()
    try await Task.sleep(for: .milliseconds(100))
    kill(watch.processID, SIGINT)
    #expect(try await watch.end().code == 0)
  }

  @Test("say what a time may be", arguments: [["--interval", "0"], ["--timeout", "4000"]])
  func times(_ arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program(
      ["status", "--coordinator", "ipc:///a"] + arguments, folder: folder, runtime: folder
    ).end()
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("is not a number of seconds above 0"))
  }

  @Test("show workers first that get no children, then the busiest")
  func order() throws {
    func worker(
      _ name: String, _ rate: Double = 0, lanes: Int = 0, state: ClusterStatus.Worker.State = .ready
    ) -> ClusterStatus.Worker {
      ClusterStatus.Worker(
        id: "1-1", name: name, endpoint: "ipc:///a", processID: 1, hostName: "elm",
        ageMilliseconds: 0, silenceMilliseconds: 0, lanes: lanes, actionsPerSecond: rate,
        features: [], state: state)
    }
    let workers = [
      worker("ash"), worker("asp"), worker("elm", lanes: 2), worker("fir", 3),
      worker("oak", 2, lanes: 9), worker("yew", state: .draining),
    ]
    let status = ClusterStatus(
      coordinator: ClusterStatus.Coordinator(
        endpoint: "ipc:///c", processID: 1, uptimeMilliseconds: 0, version: "1"),
      workers: workers.shuffled())
    let names = StatusTable(status).text.split(separator: "\n").compactMap { line in
      workers.first { line.hasPrefix($0.name) }?.name
    }
    #expect(names == ["yew", "fir", "oak", "elm", "ash", "asp"])
  }

  @Test("name a time in two units at most")
  func timeText() {
    let texts = [0, 61_500, 7_260_000, 90_000_000].map(TimeText.text)
    #expect(texts == ["0 s", "1 min 1 s", "2 h 1 min", "1 d 1 h"])
  }

  @Test("let no error give orders to a terminal, whoever says it, and no worker be named so")
  func errors() async throws {
    let folder = try TemporaryFolder()
    let endpoint = "ipc://\(folder.path)/c.sock"
    let coordinator = try Program(
      ["coordinator", "--bind", endpoint], folder: folder, runtime: folder)
    let health = try await Program(
      ["health", "--coordinator", endpoint, "--timeout", "30"], folder: folder, runtime: folder
    ).end()
    #expect(health.code == 0, "\(health.error)")
    // The coordinator repeats the name.
    let drain = try await Program(
      ["drain", "\u{1b}[2Joak", "--coordinator", endpoint], folder: folder, runtime: folder
    ).end()
    #expect(drain.code == 1)
    #expect(drain.error.contains("?[2Joak"), "\(drain.error)")
    #expect(!drain.error.contains("\u{1b}"))
    #expect(drain.error.hasSuffix("\n"))
    let worker = try await Program(
      ["worker", "--bind", "ipc://\(folder.path)/w.sock", "--name", "\u{1b}[2Joak"],
      folder: folder, runtime: folder
    ).end()
    #expect(worker.code == 64)
    #expect(worker.error.contains("--name: it holds a control character"))
    kill(coordinator.processID, SIGTERM)
    #expect(try await coordinator.end().code == 0)
  }

  @Test("show whatever numbers a coordinator says")
  func absurdNumbers() {
    func worker(_ number: Int, _ rate: Double) -> ClusterStatus.Worker {
      ClusterStatus.Worker(
        id: "1-1", name: "oak", endpoint: "ipc:///a", processID: 1, hostName: "elm",
        ageMilliseconds: number, silenceMilliseconds: number, lanes: number, actionsPerSecond: rate,
        features: [], state: .draining, drainMillisecondsLeft: number, lanesAtMost: number,
        processorUse: rate, memoryUse: rate, share: rate)
    }
    let status = ClusterStatus(
      coordinator: ClusterStatus.Coordinator(
        endpoint: "ipc:///c", processID: 1, uptimeMilliseconds: .max, version: "1"),
      workers: [worker(.max, .nan), worker(.max, .infinity), worker(.min, -1e300)]
        + Array(repeating: worker(.max, 1e300), count: 100)
    ).bounded
    #expect(StatusTable(status).text.contains("1,000,000,000,000"))
    for worker in status.workers { #expect(WorkerTarget.line(worker).contains("draining")) }
  }

  @Test("let no name give orders to a terminal")
  func names() {
    let worker = ClusterStatus.Worker(
      id: "1-1", name: "\u{1b}[2Jevil", endpoint: "ipc:///\u{1b}", processID: 1, hostName: "elm",
      ageMilliseconds: 0, silenceMilliseconds: 0, lanes: 0, actionsPerSecond: 0, features: [],
      state: .draining)
    #expect(WorkerTarget.line(worker) == "?[2Jevil (1-1): draining, 0 children")
    let status = ClusterStatus(
      coordinator: ClusterStatus.Coordinator(
        endpoint: "ipc:///\u{1b}[2J", processID: 1, uptimeMilliseconds: 0, version: "\u{9b}1"),
      registry: ClusterStatus.Registry(), workers: [worker])
    #expect(!StatusTable(status).text.contains("\u{1b}"))
    #expect(!StatusTable(status).text.contains("\u{9b}"))
    var table = TextTable(["worker", "children"], right: [1])
    table.add(["\u{1b}[2Jevil", "3"])
    #expect(table.lines == ["worker    children", "?[2Jevil         3"])
  }
}
