import ClusterFeatures
import Foundation
import Logging
import ProgramSupport
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("What a service manager hears", .serialized)
struct ServiceNotifierTests {
  @Test("a coordinator is ready once it answers, and gives signs of life until it stops")
  func coordinator() async throws {
    let listener = DatagramListener()
    let coordinator = try await running(listener)
    #expect(await eventually { listener.count(of: "WATCHDOG=1") > 3 })
    #expect(listener.place(of: "READY=1") == 0)
    #expect(listener.heard.first?.contains("STATUS=0 workers, 0 children") == true)
    _ = try await ClusterStatus.ask(
      coordinatorAt: coordinator.endpoint, timeoutMilliseconds: .max)
    try await coordinator.stop()
    #expect(await eventually { listener.heard.last == "STOPPING=1" })
  }

  @Test("a coordinator gives no signs of life while the thread that answers is stuck")
  func stuckSocketThread() async throws {
    let listener = DatagramListener()
    let release = DispatchSemaphore(value: 0)
    // That thread logs what is no message of the protocol, and so waits for the log's handler.
    let logger = Logger(label: "stuck") { _ in WaitingLogHandler(release: release) }
    let coordinator = try await running(listener, logger: logger)
    #expect(await eventually { listener.count(of: "WATCHDOG=1") > 3 })
    let context = try Context()
    var socket = try context.socket(.dealer, .linger(milliseconds: 0))
    try socket.connect(coordinator.endpoint)
    _ = try socket.send([1, 2, 3])
    #expect(await isQuiet(listener))
    release.signal()
    let before = listener.count(of: "WATCHDOG=1")
    #expect(await eventually { listener.count(of: "WATCHDOG=1") > before })
    try await coordinator.stop()
  }

  @Test("a coordinator gives no signs of life while the thread of its beats is stuck")
  func stuckControlThread() async throws {
    let listener = DatagramListener()
    let coordinator = try await running(listener)
    #expect(await eventually { listener.count(of: "WATCHDOG=1") > 3 })
    let release = DispatchSemaphore(value: 0)
    ControlExecutor.after(milliseconds: 0) { release.wait() }
    #expect(await isQuiet(listener))
    release.signal()
    let before = listener.count(of: "WATCHDOG=1")
    #expect(await eventually { listener.count(of: "WATCHDOG=1") > before })
    try await coordinator.stop()
  }

  private func running(
    _ listener: DatagramListener, logger: Logger = .quiet
  ) async throws -> RunningCoordinator {
    let endpoint = "/tmp/pando-notified-\(UUID().uuidString.prefix(8)).sock"
    var configuration = CoordinatorConfiguration(endpoint: try .ipc(path: endpoint))
    configuration.notifier = ServiceNotifier(
      try NotifySocket(listener.name), watchdogMilliseconds: 40, logger: .quiet)
    return try await RunningCoordinator(configuration, logger: logger)
  }

  /// Waits until nothing was heard for a time in which there would be dozens of signs of life.
  private func isQuiet(_ listener: DatagramListener) async -> Bool {
    await eventually {
      let before = listener.heard.count
      try? await Task.sleep(for: .milliseconds(1_000))
      return listener.heard.count == before
    }
  }

  @Test("a worker is ready once it answers, and gives signs of life while its reducers are slow")
  func worker() async throws {
    let listener = DatagramListener(isAbstract: true)
    let worker = try RawWorker(
      endsWithInput: false,
      environment: ["NOTIFY_SOCKET": listener.name, "WATCHDOG_USEC": "40000"])
    defer { worker.discard() }
    #expect(await eventually { listener.place(of: "READY=1") == 0 })
    var client = try RawClient(worker.endpoint)
    try client.sayHello()
    // Longer than anything here waits.
    try client.send([client.open(1), client.reduce(1, 1, .sleep(milliseconds: 45_000))])
    #expect(await eventually { listener.place(of: "STATUS=1 children of 1 clients") != nil })
    let before = listener.count(of: "WATCHDOG=1")
    #expect(await eventually { listener.count(of: "WATCHDOG=1") > before + 5 })
    worker.process.terminate()
    #expect(await eventually { listener.place(of: "STOPPING=1") != nil })
  }

  @Test("a process that stands still gives no signs of life")
  func stopped() async throws {
    let listener = DatagramListener()
    let worker = try RawWorker(
      endsWithInput: false,
      environment: ["NOTIFY_SOCKET": listener.name, "WATCHDOG_USEC": "40000"])
    defer { worker.discard() }
    #expect(await eventually { listener.count(of: "WATCHDOG=1") > 3 })
    try await stop(worker.process.processIdentifier)
    #expect(await isQuiet(listener))
    kill(worker.process.processIdentifier, SIGCONT)
    let before = listener.count(of: "WATCHDOG=1")
    #expect(await eventually { listener.count(of: "WATCHDOG=1") > before })
  }

  @Test("a reload is told, and its end")
  func reload() async throws {
    let listener = DatagramListener()
    let worker = try RawWorker(
      endsWithInput: false, environment: ["NOTIFY_SOCKET": listener.name])
    defer { worker.discard() }
    #expect(await eventually { listener.count(of: "READY=1") == 1 })
    for number in 1...3 {
      kill(worker.process.processIdentifier, SIGHUP)
      #expect(await eventually { listener.count(of: "READY=1") == 1 + number })
      #expect(listener.count(of: "RELOADING=1") == number)
    }
    #expect(listener.heard.contains { $0.contains("\nMONOTONIC_USEC=") })
    #expect(listener.count(of: "WATCHDOG=1") == 0)
    #expect(worker.isRunning)
  }

  @Test("a worker that a program starts for itself does not speak for the program")
  func spawned() async throws {
    let listener = DatagramListener()
    let worker = try RawWorker(environment: ["NOTIFY_SOCKET": listener.name])
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    try client.sayHello()
    worker.process.terminate()
    #expect(await eventually { !worker.isRunning })
    #expect(listener.heard == [])
  }

  @Test("a watchdog that waits for another process hears nothing of this one")
  func otherProcess() async throws {
    let listener = DatagramListener()
    let worker = try RawWorker(
      endsWithInput: false,
      environment: [
        "NOTIFY_SOCKET": listener.name, "WATCHDOG_USEC": "20000", "WATCHDOG_PID": "1",
      ])
    defer { worker.discard() }
    #expect(await eventually { listener.count(of: "READY=1") == 1 })
    worker.process.terminate()
    #expect(await eventually { listener.place(of: "STOPPING=1") != nil })
    #expect(listener.count(of: "WATCHDOG=1") == 0)
  }
}

/// A log that makes who warns wait.
private struct WaitingLogHandler: LogHandler {
  let release: DispatchSemaphore
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.warning

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    release.wait()
  }
}
