import ClusterFeatures
import Foundation
import Pando
import Testing
import ZeroMQ

@testable import PandoCluster

/// A coordinator, workers that are processes like it, and a program that opens children all the time.
@Suite("A coordinator that is away", .serialized, .timeLimit(.minutes(15)))
struct AbsentCoordinatorTests {
  enum Absence: Int32, CaseIterable {
    case killed = 9
    case stopped = 19

    /// The minute is what was asked for; one that is stopped differs only in how its silence begins and ends.
    var seconds: Double { self == .killed ? 60 : 10 }
  }

  private final class Site {
    let folder: String
    let endpoint: Endpoint
    private(set) var coordinator: Process
    private var workers: [Process] = []

    init(_ folder: String) throws {
      self.folder = folder
      endpoint = try Endpoint("ipc://\(folder)/coordinator.sock")
      coordinator = try Self.run("pando", ["coordinator", "--bind", endpoint.description])
    }

    private static func run(_ name: String, _ arguments: [String]) throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: ClusterProgram.path)
        .deletingLastPathComponent().appendingPathComponent(name)
      process.arguments = arguments
      process.standardInput = Pipe()
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }

    func start(_ name: String) throws -> Process {
      let worker = try Self.run(
        "ClusterProgram",
        [
          "worker", "--bind", "ipc://\(folder)/\(name).sock", "--name", name,
          "--coordinator", endpoint.description, "--ends-with-input",
        ])
      workers.append(worker)
      return worker
    }

    func comeBack(from absence: Absence) throws {
      if absence == .stopped {
        kill(coordinator.processIdentifier, SIGCONT)
      } else {
        coordinator = try Self.run("pando", ["coordinator", "--bind", endpoint.description])
      }
    }

    func end() {
      for process in workers + [coordinator] where process.isRunning {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
    }
  }

  @Test(
    "keeps no action waiting for a second, of old children or of new ones, and is asked again once it is back",
    arguments: Absence.allCases)
  func keepsNobodyWaiting(absence: Absence) async throws {
    try await withFolder { folder in
      chmod(folder, 0o700)
      let site = try Site(folder)
      defer { site.end() }
      let first = [try site.start("one"), try site.start("two")]
      try await eventually("both workers have joined") {
        await (try? ClusterStatus.ask(coordinatorAt: site.endpoint).workers.count) == 2
      }
      let store = Store(initialState: Board.State()) {
        Board()
      } withDependencies: {
        $0.hosting = .coordinator(site.endpoint.description)
      }
      for id in 0..<OpeningLoad.oldCount {
        store.send(.add(id))
        await store.send(.shards(.element(id: id, action: .up))).finish()
      }
      #expect(Set(store.state.shards.map(\.processID)) == Set(first.map(\.processIdentifier)))

      let load = OpeningLoad(store)
      kill(site.coordinator.processIdentifier, absence.rawValue)
      let opened = load.opened
      try await Task.sleep(for: .seconds(absence.seconds))
      let wait = load.takeLongest()
      #expect(wait < .seconds(1), "an action waited for \(wait)")
      #expect(load.opened > opened + Int(absence.seconds), "children were opened all the time")

      // Back, it knows nobody for a moment, and after that one worker more than the store does.
      let third = try site.start("three")
      try site.comeBack(from: absence)
      try await eventually("a child is where the coordinator alone knew of room", within: 60) {
        store.state.shards.contains { $0.processID == third.processIdentifier }
      }
      let waitAtReturn = load.takeLongest()
      #expect(waitAtReturn < .seconds(1), "an action waited for \(waitAtReturn)")

      let (ups, faults) = await load.end()
      #expect(faults == [])
      let old = store.state.shards.prefix(OpeningLoad.oldCount)
      #expect(old.reduce(0) { $0 + $1.count } == ups + OpeningLoad.oldCount)

      // Nobody places what a worker leaves behind but the store itself.
      kill(site.coordinator.processIdentifier, absence.rawValue)
      kill(first[0].processIdentifier, SIGKILL)
      for id in 0..<OpeningLoad.oldCount {
        await store.send(.shards(.element(id: id, action: .up))).finish()
      }
      let hosts = Set(store.state.shards.prefix(OpeningLoad.oldCount).map(\.processID))
      #expect(hosts.isSubset(of: [first[1].processIdentifier, third.processIdentifier]))
      await store.stop()
    }
  }

  @Test("is told of once, however many questions find nobody, and says what goes on")
  func toldOnce() async throws {
    let log = RecordingLog()
    let client = try CoordinatorClient(
      endpoint: try Endpoint("ipc:///tmp/pando-nobody.sock"), logger: log.logger)
    func begins() -> Int {
      log.lines.count {
        $0
          == "The coordinator is unreachable. Running children continue; placements use the workers that are linked."
      }
    }
    for _ in 0..<3 { client.noteAbsence(ControlError.unreachable(endpoint: "", reason: "")) }
    #expect(begins() == 1)
    client.noteAnswer()
    client.noteAbsence(ControlError.unreachable(endpoint: "", reason: ""))
    #expect(begins() == 2)
    await client.shutdown()
  }
}
