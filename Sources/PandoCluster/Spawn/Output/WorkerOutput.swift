import Glibc
import Synchronization
import ZeroMQ

/// Reads what the workers of a store print, on a thread of its own, and has it printed by lines with their names.
///
/// A worker waits in a `print` while its pipe is full, so that it would be taken to hang if nobody emptied that. The thread
/// does nothing else: it wakes when a pipe has something, and waits neither for a lock that somebody holds for long nor for
/// whoever reads the program's standard error, which the printer's thread alone waits for. What that does not take is
/// counted in place of being kept.
final class WorkerOutput: Sendable {
  struct Source {
    let descriptor: Int32
    let label: [UInt8]
    let crash: CrashPipe
    /// Called once, when nothing more comes, and it is known if the worker has crashed.
    let onEnd: @Sendable (CrashReport?) -> Void
    var splitter = LineSplitter()
    var collector = CrashCollector()
  }

  private struct Inbox {
    var new: [Source] = []
    var isStopping = false
    var hasThread = false
  }

  private let inbox = Mutex(Inbox())
  private let wakeUp: WakeUp
  private let printer: OutputPrinter
  private let end = ThreadEnd()

  init(printer: OutputPrinter = .standardError) throws(ZeroMQError) {
    self.printer = printer
    wakeUp = try WakeUp()
  }

  /// Reads from a pipe until it ends or `stop()` is called, and closes it.
  ///
  /// - Parameters:
  ///   - crash: Tells if the worker has crashed. What looks like a report is printed as anything else where it has not.
  ///   - onEnd: Called once, when nothing more comes: with the report of a crash, if there was one and it was printed.
  ///     On this thread, or on the one that sees the worker's end, where that comes later. It must be quick.
  func add(
    _ descriptor: Int32, of worker: String, crash: CrashPipe,
    onEnd: @escaping @Sendable (CrashReport?) -> Void
  ) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    let isFirst = inbox.withLock { inbox in
      inbox.new.append(
        Source(
          descriptor: descriptor, label: Array("\(worker) | ".utf8), crash: crash, onEnd: onEnd))
      defer { inbox.hasThread = true }
      return !inbox.hasThread
    }
    if isFirst {
      _ = ServiceThread(name: "pando-output") { [self] in
        run()
        end.finish()
      }
    }
    wakeUp.signal()
  }

  /// Takes in what there is, and ends the thread. Nothing is added afterwards.
  func stop() {
    inbox.withLock { $0.isStopping = true }
    wakeUp.signal()
  }

  /// Returns when everything that was printed before `stop()` is where it is printed to, or that takes nothing.
  func finish() async {
    guard inbox.withLock({ $0.hasThread }) else { return }
    await end.wait()
    await printer.settle()
  }

  // MARK: - On the thread

  private static let bytesAtOnce = 64 << 10
  /// The number of bytes of lines that are handed to the printer together.
  private static let printedAtOnce = 32 << 10
  /// The number of reads of one worker at the end: what it started may print without end.
  private static let readsAtEnd = 64
  /// The time until it is tried again to print where no thread could be started.
  private static let stuckMilliseconds: Int32 = 1_000

  private func run() {
    var sources: [Source] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.bytesAtOnce, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      wakeUp.drain()
      let isStopping = inbox.withLock { inbox in
        sources += inbox.new
        inbox.new = []
        return inbox.isStopping
      }
      for index in sources.indices.reversed() {
        var count = isStopping ? Self.readsAtEnd : 1
        var isOver = false
        while count > 0 {
          count -= 1
          let outcome = read(&sources[index], into: buffer)
          isOver = outcome == .over
          if outcome != .more { break }
        }
        if isOver || isStopping { close(sources.remove(at: index)) }
      }
      if isStopping { return }
      printer.tryPrinting()
      wait(for: sources)
    }
  }

  private enum Outcome { case more, nothing, over }

  private func read(
    _ source: inout Source, into buffer: UnsafeMutableRawBufferPointer
  ) -> Outcome {
    let count = Glibc.read(source.descriptor, buffer.baseAddress, buffer.count)
    if count < 0 { return errno == EAGAIN ? .nothing : errno == EINTR ? .more : .over }
    if count == 0 { return .over }
    let (crash, label) = (source.crash, source.label)
    var lines = LabelledLines()
    source.splitter.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { line in
      if Self.keeps(line, &source.collector, crash) { return }
      lines.add(line, behind: label)
      guard lines.text.count >= Self.printedAtOnce else { return }
      printer.print(lines)
      lines.removeAll()
    }
    printer.print(lines)
    return .more
  }

  /// Returns whether a line belongs to the report of a crash.
  private static func keeps(
    _ line: UnsafeRawBufferPointer, _ collector: inout CrashCollector, _ crash: CrashPipe
  ) -> Bool {
    collector.looksAt(line) && collector.keeps(Array(line), { crash.hasCrashed })
  }

  private func close(_ source: Source) {
    var source = source
    let (crash, label) = (source.crash, source.label)
    var lines = LabelledLines()
    source.splitter.finish { line in
      if !Self.keeps(line, &source.collector, crash) { lines.add(line, behind: label) }
    }
    printer.print(lines)
    Glibc.close(source.descriptor)
    guard let report = source.collector.report else { return source.onEnd(nil) }
    crash.whenKnown { [onEnd = source.onEnd] hasCrashed in
      onEnd(hasCrashed ? report : nil)
    }
  }

  private func wait(for sources: [Source]) {
    var items = [pollfd(fd: wakeUp.fileDescriptor, events: Int16(POLLIN), revents: 0)]
    items += sources.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    // An interruption is a wake-up like any other.
    _ = poll(&items, nfds_t(items.count), printer.isStuck ? Self.stuckMilliseconds : -1)
  }
}
