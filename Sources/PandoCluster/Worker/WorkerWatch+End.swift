import Glibc
import Pando
import PandoHosting
import ZeroMQ

// The end of the process.
extension WorkerWatch {
  /// The time that the worker may take to end in order.
  private static let endMilliseconds = 1_700
  /// The time that it may take to tell clients of a crash, and to end then.
  private static let crashEndMilliseconds = 2_200
  private static let reportMilliseconds = 30_000
  /// The time that clients may take to hear that the worker ends, when a reducer hangs.
  private static let hangEndMilliseconds = 300

  /// The process ends by its own code, and waits until clients know by whose.
  func passOnLastWords() {
    guard let words = loop.configuration.crashDescriptor.flatMap({ CrashPipe($0).end(by: nil) }),
      words.isSent || words.culprit != nil, !loop.isStopping
    else { return BlackBox.letGo() }
    loop.stop(.crash(words))
    // It may just have begun to end for another reason.
    if case .crash = loop.stopReason {} else { BlackBox.letGo() }
  }

  func lookAtEnd(_ now: Int) {
    if stopBegan == nil { stopBegan = now }
    let age = now - (stopBegan ?? now)
    switch loop.stopReason {
    case .hang:
      if loop.hasEnded || age > Self.hangEndMilliseconds { endProcess(ProcessEnd.hangStatus) }
    case .crash:
      if loop.hasEnded || age > Self.crashEndMilliseconds { BlackBox.letGo() }
      // What prints a backtrace, or the end of `exit`, may come to no end.
      if age > Self.reportMilliseconds { endProcess(ProcessEnd.hangStatus) }
    case .effectHangs:
      if loop.hasEnded || age > Self.endMilliseconds { endProcess(ProcessEnd.hangStatus) }
    case .asked, .inputEnded, nil:
      guard age > Self.endMilliseconds else { return }
      if let error = loop.address.end { printError("error: \(error)") }
      endProcess(loop.address.end == nil ? 0 : 1)
    }
  }

  /// Ends the process where user code does not let it end in order.
  private func endProcess(_ status: Int32) -> Never {
    let configuration = loop.configuration
    ListenerGate.endProcess(status) {
      if configuration.endsWithInput { WorkerProcess.clearUp(around: "\(configuration.endpoint)") }
    }
  }
}
