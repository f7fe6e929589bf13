import Foundation
import Synchronization
import Testing

/// A terminal that a test reads and writes in the place of a person.
final class PseudoTerminal: Sendable {
  private let master: Int32
  private let slave: Int32
  private let output = Mutex("")
  private let isOver = Atomic<Bool>(false)

  init() throws {
    // By what `posix_openpt` and its kin do on Linux, since Swift does not see those.
    let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, index): (Int32, Int32) = (0, 0)
    try #require(master >= 0)
    try #require(ioctl(master, unlock, &lock) == 0 && ioctl(master, number, &index) == 0)
    slave = open("/dev/pts/\(index)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(slave >= 0)
    // The system's `winsize`: rows, columns, and two numbers that are not used.
    var size: (UInt16, UInt16, UInt16, UInt16) = (40, 150, 0, 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    Thread.detachNewThread { [self] in
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while !isOver.load(ordering: .acquiring) {
        // Nobody may be in a read where the terminal is to close.
        var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 20) > 0 else { continue }
        let count = read(master, &bytes, bytes.count)
        guard count > 0 else { return }
        output.withLock { $0 += String(decoding: bytes[..<count], as: UTF8.self) }
      }
      close(master)
    }
  }

  /// The modes of the terminal: how it hands on what is typed.
  var settings: [UInt32] {
    var settings = termios()
    tcgetattr(slave, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_lflag]
  }

  var text: String { output.withLock { $0 } }

  /// Starts a program in it, with a session of its own, so that Ctrl-C is for it.
  func run(_ program: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
    process.arguments = ["--ctty", "--wait", program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    let handle = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    return process
  }

  /// Closes it, as a window of a desktop does. Nothing else may be done with it afterwards.
  func hangUp() { isOver.store(true, ordering: .releasing) }

  func press(_ key: String) {
    _ = key.withCString { write(master, $0, strlen($0)) }
  }

  func waitForOutput(_ part: String) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while !text.contains(part) {
      guard ContinuousClock.now < end else {
        Issue.record("the terminal does not show \(part), but \(text)")
        throw CancellationError()
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
