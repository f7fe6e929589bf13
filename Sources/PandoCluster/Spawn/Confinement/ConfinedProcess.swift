import CProcess
import Glibc
import Logging
import Pando
import PandoHosting
import Synchronization

/// The parts that a process has of a worker which it started in a sandbox for others to use. One thread uses it.
final class ConfinedProcess {
  let processID: Int32
  /// Stands for the process, and becomes readable when it has ended.
  let process: Int32
  /// Our end of the line.
  let line: Int32
  /// Our end of its standard input, with which it ends.
  private let input: Int32
  private let output: [CopiedOutput]

  /// The number of the descriptor on which the worker answers.
  private static let lineDescriptor = STDERR_FILENO + 1

  init(_ worker: ConfinedChild.Worker) throws(SpawnError) {
    var opened: [Int32] = []
    var isMade = false
    func open(_ attempt: String, _ make: (UnsafeMutablePointer<Int32>) -> Int32) throws(SpawnError)
      -> (Int32, Int32)
    {
      var ends: [Int32] = [-1, -1]
      guard make(&ends) == 0 else { throw SpawnError(system: attempt) }
      opened += ends
      return (ends[0], ends[1])
    }
    var kept: [Int32] = []
    defer {
      for descriptor in opened where !isMade || !kept.contains(descriptor) {
        Glibc.close(descriptor)
      }
    }
    // Pipes, since a file or a terminal of ours would be read, cut and filled by whoever has it.
    let input = try open("open a pipe for a worker", pando_pipe)
    let printed = try open("open a pipe for what a worker prints", pando_pipe)
    let errors = try open("open a pipe for a worker's errors", pando_pipe)
    let line = try open("make the sockets between a worker and this process", pando_grant_sockets)
    let label = worker.confinement.label
    processID = try ChildProcess.spawn(
      arguments: [ChildProcess.title(worker.name, CommandLine.arguments.first ?? "worker")]
        + worker.arguments,
      from: worker.start, descriptors: [input.0, printed.1, errors.1, line.1],
      variables: worker.variables + [
        "\(ConfinedLine.variable)=\(ConfinedLine.words(socket: Self.lineDescriptor, label: label))"
      ], worker.needs)
    process = pando_pidfd_open(processID)
    guard process >= 0 else {
      let error = SpawnError(system: "watch process \(processID)")
      pando_discard(processID)
      throw error
    }
    self.line = line.0
    self.input = input.1
    isMade = true
    kept = [input.1, line.0, printed.0, errors.0]
    output = [
      CopiedOutput(from: printed.0, to: STDOUT_FILENO),
      CopiedOutput(from: errors.0, to: STDERR_FILENO),
    ]
  }

  /// The processor time that it has used; nil where it has gone.
  var processorMicroseconds: Int? { ProcessorTime.nanoseconds(of: processID).map { $0 / 1_000 } }

  func send(_ signal: Int32) { _ = pando_pidfd_send_signal(process, signal) }

  /// Returns the status with which this process is to end as the worker has; nil while that runs.
  ///
  /// - Parameter isExpected: True if it was told to end.
  func reap(_ logger: Logger, isExpected: Bool) -> Int32? {
    var (code, status): (Int32, Int32) = (0, 0)
    guard pando_has_ended(process) == 1 else { return nil }
    ProcessSession.killFollowers(of: processID)
    guard pando_reap(process, &code, &status) > 0 else { return 1 }
    for copy in output { copy.wait() }
    if code == Int32(CLD_EXITED) { return status }
    if isExpected { return 0 }
    logger.error("The worker ended by signal \(status) (\(String(cString: strsignal(status)))).")
    return 1
  }

  func close() { for descriptor in [process, line, input] { Glibc.close(descriptor) } }
}

/// The output of a process, copied as it comes by a thread of its own: whoever reads it may be slow.
private final class CopiedOutput: Sendable {
  private let hasEnded = Atomic<Bool>(false)

  init(from source: Int32, to target: Int32) {
    _ = ServiceThread(name: "pando-output") { [self] in
      let writer = DescriptorWriter(target, patienceMilliseconds: nil)
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(source, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        writer.write(Array(bytes.prefix(count)))
      }
      Glibc.close(source)
      hasEnded.store(true, ordering: .releasing)
    }
  }

  /// Waits until all is copied, for a second at most: something that the process started may hold on to it.
  func wait() {
    for _ in 0..<200 where !hasEnded.load(ordering: .acquiring) { usleep(5_000) }
  }
}
