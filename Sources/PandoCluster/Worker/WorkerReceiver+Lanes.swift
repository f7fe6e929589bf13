import Pando
import PandoHosting
import ZeroMQ

// Which lanes the worker has, for operators.
extension WorkerReceiver {
  /// Answers somebody without a session. It waits for no reducer.
  func answer(_ question: LaneQuestion, to sender: [UInt8]) throws(ZeroMQError) {
    do throws(Refusal) {
      _ = try admit(to: .askLanes)
    } catch {
      reporter.report(error)
      return try send(.refuse(reason: reporter.text(error)), to: sender)
    }
    var list = LargestLanes(atMost: question.lanesAtMost)
    for session in sessions.values { session.host.addLanes(of: session.name, to: &list) }
    let report = LaneReport(number: question.number, laneCount: list.count, lanes: list.largest)
    // What does not go out now is for somebody who takes nothing anyway.
    _ = try send(report.bytes, to: sender)
  }
}
