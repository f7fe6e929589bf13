import ClusterFeatures
import Foundation
import Pando
import Testing
import ZeroMQ

@testable import PandoCluster

/// The program of Prometheus that checks metrics; nil where it is not installed.
private let promtoolPath = ["/usr/bin/promtool", "/usr/local/bin/promtool"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

/// Metrics of programs, workers and coordinators, as processes, scraped while they work.
@Suite("Metrics of processes", .serialized, .timeLimit(.minutes(15)))
struct MeasuredProgramTests {
  @Test("tell of a program's actions, and of one that ended its workers")
  func program() async throws {
    let program = try MeasuredProgram([], environment: ["PANDO_TEST_SCENARIO": "measured"])
    let address = try await program.address()
    let shard = "{feature=\"ClusterFeatures.Shard\"}"
    func value(_ name: MetricName, _ labels: String = "") throws -> Double {
      try address.scrape().values[name.rawValue + labels] ?? -1
    }
    try await eventually("actions commit behind the deadly one") {
      ((try? value(.featureCommitted, shard)) ?? 0) > 500
    }
    #expect(try value(.storeFailures) == 1)
    #expect(try value(.featureQuarantines, shard) == 1)
    #expect(try value(.featureLosses, shard) == 3)
    #expect(try value(.featurePlacements, shard) >= 4)
    #expect(try value(.featureSquashes, shard) >= 0)
    #expect(try value(.storeWindow) == 1_000)
    #expect(try value(.commitSeconds) > 0)
    #expect(try value(.featureCommitSum, shard) > 0)
    #expect(try value(.featureCommitCount, shard) > 0)
    let losses = try address.scrape().values.filter {
      $0.key.hasPrefix(MetricName.storeLosses.rawValue)
    }
    #expect(losses.values.reduce(0, +) == 3)
    #expect(losses["\(MetricName.storeLosses.rawValue){cause=\"exited\"}"] == 3)
    // What the program counts itself.
    #expect(try address.scrape().values["leaves_total"] == 1)

    let (before, after) = (try address.scrape().values, try address.scrape().values)
    for name in [MetricName.storeAccepted, .storeCommits] {
      #expect(try #require(after[name.rawValue]) >= #require(before[name.rawValue]))
    }
    let sums = { (name: MetricName) in
      after.filter { $0.key.hasPrefix(name.rawValue + "{") }.map(\.value).reduce(0, +)
    }
    #expect(sums(.linkCommits) > 500)
    #expect(sums(.linkSentBytes) > 500)
    #expect(sums(.linkReceivedBytes) > 500)
    #expect(sums(.linkActions) >= sums(.linkCommits))
    #expect(sums(.featureChildren) == 1)
  }

  @Test("tell of a worker, whose log is JSON")
  func worker() async throws {
    let endpoint = "/tmp/pando-w-\(UUID().uuidString.prefix(8)).sock"
    let worker = try MeasuredProgram([
      "worker", "--bind", "ipc://\(endpoint)", "--metrics", "127.0.0.1:0", "--log-format", "json",
    ])
    let address = try await worker.address()
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(at: ["ipc://\(endpoint)"])
    }
    store.send(.open)
    for _ in 0..<50 { await store.send(.only(.up)).finish() }
    let (text, values) = try address.scrape()
    // The load is brought up to date now and then.
    try await eventually("its actions are counted") {
      ((try? address.scrape().values[MetricName.workerActions.rawValue]) ?? 0) >= 50
    }
    #expect(try #require(values[MetricName.workerBatches.rawValue]) >= 50)
    #expect(try #require(values[MetricName.workerReceivedBytes.rawValue]) > 50)
    #expect(values[MetricName.workerIsDraining.rawValue] == 0)
    #expect(text.contains("# TYPE pando_worker_children gauge"))
    #expect(text.contains("\n\(MetricName.buildInfo.rawValue){"))
    await store.stop()
    kill(worker.process.processIdentifier, SIGTERM)
    try await eventually("it has ended") { !worker.process.isRunning }
    for line in worker.text.split(separator: "\n") {
      let entry = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      #expect(entry["level"] is String && entry["time"] is String && entry["message"] is String)
    }
    #expect(worker.text.contains("\"metadata\":{\"address\":\"http://127.0.0.1:"))
  }

  @Test("are served where the environment says, in the form of log that it says")
  func environment() async throws {
    let bind = ["worker", "--bind", "ipc:///tmp/pando-w-\(UUID().uuidString.prefix(8)).sock"]
    let variables = ["PANDO_METRICS": "127.0.0.1:0", "PANDO_LOG_FORMAT": "json"]
    let worker = try MeasuredProgram(bind, environment: variables)
    let address = try await worker.address()
    try await eventually("it serves its own") {
      ((try? address.scrape().text) ?? "").contains("# TYPE pando_worker_children gauge")
    }
    #expect(worker.text.hasPrefix("{"))
    // The command line comes first.
    let other = try MeasuredProgram(
      [bind[0], bind[1], bind[2] + "2", "--log-format", "text"], environment: variables)
    _ = try await other.address()
    #expect(!other.text.hasPrefix("{"))
  }

  @Test("are refused on a network that the environment alone names")
  func networkOfTheEnvironment() async throws {
    let worker = try await FinishedProgram.run(
      "ClusterProgram", ["worker", "--bind", "ipc:///tmp/pando-w-none.sock"],
      environment: ["PANDO_METRICS": "0.0.0.0:9464"])
    #expect(worker.status == 64)
    #expect(
      worker.errors.contains("PANDO_METRICS: 0.0.0.0:9464 can be reached from other machines"))
  }

  @Test("are refused on a network that is not said to be meant")
  func refused() async throws {
    let bind = ["worker", "--bind", "ipc:///tmp/pando-w-\(UUID().uuidString.prefix(8)).sock"]
    let open = try await FinishedProgram.run(
      "ClusterProgram", bind + ["--metrics", "0.0.0.0:9464"])
    #expect(open.status == 64)
    #expect(open.errors.contains("--metrics-on-network"))
  }

  @Test("are missing where the address is taken, and the worker and the program go on")
  func taken() async throws {
    let server = try ScrapeServer(
      at: ServedAddress("127.0.0.1:0", for: .metrics, mayBeOnNetwork: false), metrics: { "" })
    let endpoint = "ipc:///tmp/pando-w-\(UUID().uuidString.prefix(8)).sock"
    let worker = try MeasuredProgram([
      "worker", "--bind", endpoint, "--metrics", server.address,
    ])
    let health = try await WorkerHealth.ask(
      workerAt: Endpoint(endpoint), timeoutMilliseconds: 60_000)
    #expect(health.children == 0)
    #expect(worker.text.contains("There are no metrics: cannot serve metrics at \(server.address)"))
    #expect(worker.text.contains("another port will do"))
    kill(worker.process.processIdentifier, SIGTERM)
    try await eventually("it has ended") { !worker.process.isRunning }
    #expect(worker.process.terminationStatus == 0)
    let program = try MeasuredProgram(
      [], environment: ["PANDO_TEST_SCENARIO": "measured", "PANDO_METRICS": server.address])
    try await eventually("it says that there are none, and works") {
      program.text.contains("cannot serve metrics at \(server.address)")
        && program.text.contains("commits go on\n")
    }
    server.start()
    await server.stop()
  }

  @Test("of programs and workers keep to the rules of Prometheus, and pass its check")
  func check() async throws {
    let program = try MeasuredProgram([], environment: ["PANDO_TEST_SCENARIO": "measured"])
    let endpoint = "ipc:///tmp/pando-w-\(UUID().uuidString.prefix(8)).sock"
    let worker = try MeasuredProgram([
      "worker", "--bind", endpoint, "--metrics", "127.0.0.1:0",
    ])
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(at: [endpoint])
    }
    store.send(.open)
    for _ in 0..<5 { await store.send(.only(.up)).finish() }
    for (process, metric) in [
      (program, MetricName.featureCommitBuckets), (worker, .workerFeatureBuckets),
    ] {
      let address = try await process.address()
      try await eventually("it has times") {
        ((try? address.scrape().text) ?? "").contains(metric.rawValue + "{")
      }
      // A scrape may come while the figures are brought up to date.
      var text = ""
      try await eventually("it keeps to the rules") {
        text = (try? address.scrape().text) ?? ""
        return PrometheusRules.problems(in: text).isEmpty
      }
      #expect(text.contains("\n\(MetricName.buildInfo.rawValue){"))
      if promtoolPath != nil { try ask(process, text) }
    }
    await store.stop()
  }

  /// Asks Prometheus's own tool about a text.
  private func ask(_ program: MeasuredProgram, _ text: String) throws {
    let file = program.folder + "/scrape"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let check = Process()
    check.executableURL = URL(fileURLWithPath: "/bin/sh")
    let tool = try #require(promtoolPath)
    check.arguments = ["-c", "\(tool) check metrics < \(file) > \(file).report 2>&1"]
    try check.run()
    check.waitUntilExit()
    let report = try String(contentsOfFile: file + ".report", encoding: .utf8)
    #expect(check.terminationStatus == 0, "\(report)")
    #expect(report == "")
  }
}
