import CProcess
import Glibc
import Pando
import PandoHosting
import Synchronization

/// The way in which a worker waits for a debugger before it takes work: `wait`, or `wait:Parser` where it hosts
/// that feature.
struct DebugWait: Equatable {
  /// The feature that it must host; nil for any.
  let feature: String?

  /// Reads a value of `PANDO_DEBUG`; nil where it is none.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.first == "wait" else { return nil }
    if parts.count == 2, parts[1].isEmpty { return nil }
    feature = parts.count == 2 ? String(parts[1]) : nil
  }

  /// Why a text says nothing of debugging, and what does.
  static func problem(with text: String) -> String {
    """
    "\(text)" says nothing of debugging: write "wait" to have workers wait for a debugger, or "wait:FEATURE" for \
    those that host the feature
    """
  }

  /// True if workers of this program are debugged: then nothing that they leave unanswered means anything.
  static let isWanted =
    getenv(Setting.debug.variable).flatMap { DebugWait(String(cString: $0)) } != nil

  /// The time that a person may take, as far as the program goes: a day.
  static let patienceMilliseconds = 86_400_000

  /// Waits on the calling thread until a debugger has the process and lets it run, or the process gets SIGCONT. Ends
  /// the process when its standard input ends, if it is to.
  func run(name: String?, features: some HostedFeatures, endsWithInput: Bool) throws {
    // A feature's name is that of its type, with the types and the module around it.
    let names = features.list.features.map(\.descriptor.name).sorted()
    if let feature, !names.contains(where: { $0 == feature || $0.hasSuffix(".\(feature)") }) {
      return
    }
    // Many systems let only a process's ancestors attach to it.
    pando_allow_tracers()
    DebugContinuation.listen()
    let processID = getpid()
    printError(
      """
      \(name ?? "The worker") waits for a debugger: process \(processID), which hosts \
      \(names.joined(separator: ", ")). Attach with "lldb -p \(processID)" or "gdb -p \(processID)", set \
      breakpoints, and continue. To go on without: kill -CONT \(processID)
      """)
    while true {
      if let tracer = Tracer.of(processID) {
        printError("\(name ?? "The worker") goes on: it is being debugged by \(tracer)")
        return
      }
      if DebugContinuation.hasCome {
        printError("\(name ?? "The worker") goes on without a debugger")
        return
      }
      Self.pause(endsWithInput: endsWithInput)
    }
  }

  private static let lookMilliseconds: Int32 = 100

  /// Waits for a moment. Who started the process may be gone meanwhile.
  private static func pause(endsWithInput: Bool) {
    var input = pollfd(fd: endsWithInput ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, lookMilliseconds) > 0 else { return }
    var byte: UInt8 = 0
    if read(STDIN_FILENO, &byte, 1) == 0 { exit(0) }
  }
}

/// SIGCONT, by which a person has a worker go on that waits for a debugger.
private enum DebugContinuation {
  private static let came = Atomic<Bool>(false)

  static var hasCome: Bool { came.load(ordering: .acquiring) }

  static func listen() {
    // A debugger that lets go may send it, too; only the first wait asks.
    came.store(false, ordering: .releasing)
    signal(SIGCONT) { _ in DebugContinuation.came.store(true, ordering: .releasing) }
  }
}
