import ClusterFeatures
import Foundation
import Pando
import PandoCluster

/// The programs that tests run.
enum Scenario {
  /// Tasks block every thread of the concurrency pool while the program's worker is killed.
  static func busyPool() {
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(1)
    }
    store.send(.open)
    store.send(.only(.up))
    wait("the child is there") { store.state.only?.count == 1 }
    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount * 4 {
      Task.detached { while true { sleep(1_000) } }
    }
    let processID = store.state.only?.processID ?? 0
    kill(processID, SIGKILL)
    store.send(.only(.up))
    wait("the child goes on") { store.state.only?.count == 2 }
    print("recovered: \(store.state.only?.processID != processID)")
    exit(0)
  }

  /// A worker that gets SIGUSR1 ends as one does whose reducer hangs.
  static func endAsIfHungOnSignal() {
    signal(SIGUSR1) { _ in _exit(75) }
    // A worker that does not confine itself, whatever it was started with.
    if getenv("PANDO_TEST_LIES") != nil { unsetenv("PANDO_SANDBOX") }
    // One that comes late to being a worker, when libdispatch has looked at its threads.
    if getenv("PANDO_TEST_LATE") != nil { sleep(2) }
  }

  /// Never returns where a file is named, which says that it was called.
  static func prepareForEver() {
    guard let mark = ProcessInfo.processInfo.environment["PANDO_TEST_PREPARE_MARK"] else { return }
    touch(mark)
    while true { sleep(1_000) }
  }

  /// Starts two processes of the worker's own where a folder is named, in which files then have their numbers.
  static func startHelpers() {
    guard let folder = ProcessInfo.processInfo.environment["PANDO_TEST_HELPER_FOLDER"] else {
      return
    }
    var first: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("1000"), nil]
    guard posix_spawn(&first, "/bin/sleep", nil, nil, &arguments, environ) == 0 else { return }
    // In a process group of its own.
    let second = Process()
    second.executableURL = URL(fileURLWithPath: "/bin/sleep")
    second.arguments = ["1000"]
    guard (try? second.run()) != nil else { return }
    for process in [first, second.processIdentifier] {
      touch("\(folder)/\(process)")
    }
  }

  /// Takes every thread of the concurrency pool where a folder is named, in which there is a file for each then.
  static func takeThreads() {
    guard let folder = ProcessInfo.processInfo.environment["PANDO_TEST_TAKEN_FOLDER"] else {
      return
    }
    for number in 0..<ProcessInfo.processInfo.activeProcessorCount * 4 {
      Task.detached {
        touch("\(folder)/\(number)")
        while true { sleep(1_000) }
      }
    }
  }

  /// A program with two workers that does nothing, until it is killed.
  static func idle() {
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(2)
    }
    store.send(.open)
    while true { sleep(1_000) }
  }

  /// A program whose child counts every 100 ms, and that prints where and how far each time, until it is killed.
  static func counting() {
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(1)
    }
    store.send(.open)
    var count = 0
    while true {
      store.send(.only(.up))
      count += 1
      wait("the child counts") { store.state.only?.count == count }
      print("\(store.state.only?.processID ?? 0): \(count)")
      fflush(nil)
      usleep(100_000)
    }
  }

  /// A program whose child has an effect on its worker that takes every thread of the pool there.
  static func endlessEffect() {
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(2)
    }
    store.send(.open)
    store.send(.only(.takeEveryThread))
    store.send(.only(.up))
    wait("the child counts") { store.state.only?.count == 1 }
    let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    touch("\(folder)/busy")
    while true { sleep(1_000) }
  }

  /// A program whose child has an effect that writes to a file, on a worker of somebody else, until it is killed.
  static func logging() {
    let environment = ProcessInfo.processInfo.environment
    let endpoint = environment["PANDO_TEST_ENDPOINT"] ?? ""
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(at: [endpoint])
    }
    store.send(.open)
    let file = environment["PANDO_TEST_LOG"] ?? ""
    store.send(.only(.beginLogging(file: file, milliseconds: 100)))
    while true { sleep(1_000) }
  }

  /// Says how the start of two workers went.
  static func report() {
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(2)
    }
    wait("the workers are there, or have failed") {
      let states = store.workers.map(\.state)
      return states.allSatisfy { $0 != .starting && $0 != .restarting }
    }
    if case .failed(let reason)? = store.workers.first?.state {
      print("failed: \(reason)")
    } else {
      print("ready")
    }
    exit(0)
  }

  /// Has a child hosted where the environment says, and says whether it was.
  static func use(_ hosting: (String) -> Hosting) {
    let endpoint = ProcessInfo.processInfo.environment["PANDO_TEST_ENDPOINT"] ?? ""
    let hosting = hosting(endpoint)
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = hosting
    }
    store.send(.open)
    store.send(.only(.up))
    let end = ContinuousClock.now + .seconds(4)
    while store.state.only?.count != 1, ContinuousClock.now < end { usleep(2_000) }
    print(store.state.only?.count == 1 ? "reduced" : "not hosted")
    exit(0)
  }

  static func wait(_ what: String, _ condition: () -> Bool) {
    let end = ContinuousClock.now + .seconds(40)
    while !condition() {
      guard ContinuousClock.now < end else {
        print("it never came about that \(what)")
        exit(1)
      }
      usleep(2_000)
    }
  }
}
