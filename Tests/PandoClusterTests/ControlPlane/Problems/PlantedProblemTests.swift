import ClusterFeatures
import Foundation
import Glibc
import Logging
import Pando
import PandoHosting
import Synchronization
import Testing
import ZeroMQ

@testable import PandoCluster

/// Problems that are planted in a cluster of real processes, and found by `pando status` alone.
@Suite("Planted problems", .serialized, .timeLimit(.minutes(15)))
struct PlantedProblemTests {
  @Test("are each told in words, with what to do, by one command")
  func planted() async throws {
    try await withFolder { folder in
      chmod(folder, 0o700)
      let site = try await ProblemSite(folder)
      let result: Result<Void, any Error>
      do {
        result = .success(try await plant(at: site))
      } catch {
        result = .failure(error)
      }
      await site.discard()
      try result.get()
    }
  }

  private func plant(at site: ProblemSite) async throws {
    let keys = try TestKeys(["own": [.client]])
    // Everything that takes a process.
    for name in ["killed", "drained", "hangs", "waits", "squashes", "grows"] {
      try site.start(name)
    }
    try site.start("another", ["--build", "another-build"])
    try site.start("loses", shell: "exec \"$@\" 2>/dev/full", ["--log-level", "debug"])
    let tcp = try freeEndpoint()
    try site.start(
      "keyed", ["--key", keys.secretPath("own"), "--keyring", keys.folder.path], at: "\(tcp)")
    if ProblemSite.canMount { try site.startOnFullDisk("full") }
    try await site.haveJoined()

    let start = ContinuousClock.now
    kill(site.processID("killed"), SIGKILL)
    try await site.beatWithAnotherClock("late")
    try await site.joinAsNobodyMay("crowd")
    try await site.placeWhatNobodyHosts("App.Nowhere")
    await site.opens("drained").finish()
    #expect(try await site.pando("drain", "drained", "--within", "1s").status == 0)
    site.opens("hangs", { .patient(.dawdle(milliseconds: 40_000)) })
    // Less than the window, so that nobody waits for it.
    for _ in 0..<900 { site.opens("waits", { .patient(.dawdle(milliseconds: 50)) }) }
    site.keepSending("squashes", treats: true, pause: 0) { .patient(.up) }
    site.keepSending("grows", pause: 100_000, atMost: 200) { .patient(.leak(bytes: 5 << 20)) }

    var expected: [String: String] = [
      "critical: killed was taken for dead": "dead",
      "critical: hangs is held up by one action of ClusterFeatures.Patient": "hanging",
      "critical: App.Nowhere ": "unplaced",
      "warning: crowd may not join: A worker may have 64 labels": "refused",
      "warning: drained drains, its time is over, and it still has children (": "overdue",
      "warning: waits has had actions of ": "waiting",
      "warning: squashes reduces much twice or one by one: ": "squashing",
      "warning: grows grows without more children: from ": "growing",
      "warning: the workers are of 2 builds: ": "builds",
      "warning: loses loses lines of its log (": "log",
      "warning: keyed has a key, own, without the role worker": "key",
      "warning: late has a clock that is 61 s behind the coordinator's": "clock",
    ]
    if ProblemSite.canMount { expected["warning: full has a disk that is full: "] = "disk" }
    var found: [String: Duration] = [:]
    var last = ""
    defer {
      let missing = Set(expected.values).subtracting(found.keys).sorted()
      if !missing.isEmpty { Issue.record("\(missing) were not found, at last in \(last)") }
    }
    try await eventually("each is found", within: 90) {
      let status = try await site.pando("status")
      #expect(status.status == 0, "\(status.errors)")
      for (text, kind) in expected where found[kind] == nil && status.output.contains(text) {
        found[kind] = ContinuousClock.now - start
      }
      if found.count == expected.count { return true }
      last = status.output
      return false
    }
    print("found after", found.sorted { $0.value < $1.value }.map { "\($0.key) \($0.value)" })
    // The same for programs, each with what to do.
    let status = try await site.pando("status", "--json", "--check")
    #expect(status.status == 2)
    let document = try JSONDecoder().decode(ClusterStatus.self, from: Data(status.output.utf8))
    let problems = document.problems
    #expect(problems.allSatisfy { !$0.advice.isEmpty && $0.ageMilliseconds >= 0 })
    let order = ClusterProblem.Severity.allCases
    let places = problems.map { order.firstIndex(of: $0.severity) ?? 0 }
    #expect(places == places.sorted())
    let key = problems.first { $0.kind == "key" }
    #expect(key?.advice.contains("pando keys trust") == true, "\(String(describing: key))")
  }
}

/// A coordinator and workers as processes, each with a store in this one.
private final class ProblemSite {
  private let folder: String
  private let endpoint: String
  private let client: CoordinatorClient
  private var processes: [String: Process] = [:]
  private var stores: [String: StoreOf<Ward>] = [:]
  private let end = End()
  private var threads: [Thread] = []

  /// True where a disk can be had that is full.
  static let canMount: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "exec unshare --user --map-root-user --mount mount -t tmpfs none /mnt 2>/dev/null",
    ]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  init(_ folder: String) async throws {
    self.folder = folder
    endpoint = "ipc://\(folder)/c.sock"
    client = try CoordinatorClient(
      endpoints: [try Endpoint(endpoint)],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let pando = URL(fileURLWithPath: ClusterProgram.path).deletingLastPathComponent()
      .appendingPathComponent("pando").path
    try run("the coordinator", [pando, "coordinator", "--bind", endpoint])
    try await eventually("the coordinator answers") { try await self.pando("status").status == 0 }
  }

  func discard() async {
    end.isHere.store(true, ordering: .relaxed)
    for process in processes.values {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    for store in stores.values { await store.stop() }
    for thread in threads {
      while !thread.isFinished { try? await Task.sleep(for: .milliseconds(10)) }
    }
    await client.shutdown()
  }

  private func run(_ name: String, shell: String? = nil, _ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", shell ?? "exec \"$@\"", "sh"] + command
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": "/tmp"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    processes[name] = process
  }

  func processID(_ name: String) -> Int32 { processes[name]?.processIdentifier ?? -1 }

  private func address(_ name: String) -> String { "ipc://\(folder)/\(name).sock" }

  func start(
    _ name: String, shell: String? = nil, _ options: [String] = [], at address: String? = nil
  ) throws {
    let command = [
      ClusterProgram.path, "worker", "--bind", address ?? self.address(name), "--name", name,
      "--coordinator", endpoint,
    ]
    try run(name, shell: shell, command + options)
  }

  /// Starts a worker whose socket is on a disk of its own, of which hardly anything is left.
  func startOnFullDisk(_ name: String) throws {
    let disk = "\(folder)/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let script = """
      exec unshare --user --map-root-user --mount sh -c 'mount -t tmpfs -o size=8m none \(disk) && \
      dd if=/dev/zero of=\(disk)/fill bs=1024 count=8000 2>/dev/null; exec "$@"' sh "$@"
      """
    try start(name, shell: script, at: "ipc://\(disk)/w.sock")
  }

  func haveJoined() async throws {
    let count = processes.count - 1
    try await eventually("\(count) workers have joined", within: 60) {
      let status = try await pando("status", "--json")
      let document = try? JSONDecoder().decode(
        ClusterStatus.self, from: Data(status.output.utf8))
      return document?.workers.count == count
    }
  }

  func pando(_ arguments: String...) async throws -> FinishedProgram {
    try await FinishedProgram.run("pando", arguments + ["--coordinator", endpoint])
  }

  // MARK: - By the control plane itself

  private func record(_ name: String) -> WorkerRecord {
    WorkerRecord(
      name: name, endpoint: address(name), processID: getpid(), hostName: "elsewhere", features: [])
  }

  /// Joins as a worker whose clock is a minute behind, and beats.
  func beatWithAnotherClock(_ name: String) async throws {
    let lease = try await client.join(record(name))
    Task { [client, end] in
      while !end.isHere.load(ordering: .relaxed) {
        var load = WorkerLoad(lanes: 0, actionsPerSecond: 0)
        load.wallMilliseconds = WorkerChronicle.now - 61_000
        _ = try? await client.beat(lease.id, load: load)
        try await Task.sleep(for: .milliseconds(200))
      }
    }
  }

  func joinAsNobodyMay(_ name: String) async throws {
    var record = record(name)
    record.traits.labels = Set((0...64).map { "label-\($0)" })
    await #expect(throws: ControlError.self) { _ = try await client.join(record) }
  }

  func placeWhatNobodyHosts(_ feature: String) async throws {
    let descriptor = FeatureDescriptor(
      name: feature, state: .init(rawValue: 1), action: .init(rawValue: 2))
    await #expect(throws: ControlError.self) {
      _ = try await client.place(PlacementWish(descriptor))
    }
  }

  // MARK: - By programs

  private func store(_ name: String, treats: Bool = false) -> StoreOf<Ward> {
    if let store = stores[name] { return store }
    let address = address(name)
    let store = Store(initialState: Ward.State(treats: treats)) {
      Ward()
    } withDependencies: {
      $0.hosting = .workers(at: [address])
    }
    stores[name] = store
    return store
  }

  /// Sends an action to a child on a worker, and one that it understands where none is named.
  @discardableResult
  func opens(_ name: String, _ action: () -> Ward.Action = { .patient(.up) }) -> StoreTask {
    store(name).send(action())
  }

  /// Sends one action after the other until the end, on a thread of its own.
  func keepSending(
    _ name: String, treats: Bool = false, pause: UInt32, atMost most: Int = .max,
    _ action: @escaping @Sendable () -> Ward.Action
  ) {
    let store = store(name, treats: treats)
    threads.append(
      Thread.started { [end] in
        var count = 0
        while !end.isHere.load(ordering: .relaxed), count < most {
          store.send(action())
          count += 1
          if pause > 0 { usleep(pause) }
        }
      })
  }
}

/// Tells those who send that it is time to stop.
private final class End: Sendable {
  let isHere = Atomic(false)
}
