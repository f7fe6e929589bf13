import Pando

/// A reader of the timeline of a client's commits, who holds it against what the store's hooks were told.
final class TimelineChecks {
  let ring = CommitRing()
  private let recorder: Recorder
  private var last: UInt64 = 0

  init(_ recorder: Recorder) {
    self.recorder = recorder
  }

  /// Reads what is new. Returns what is wrong with it: an order that is not that of the commits, or an action that was
  /// not the one to commit then.
  func read() -> String? {
    for record in ring.take() {
      guard record.number > last else {
        return "the timeline tells of commit \(record.number) after commit \(last)"
      }
      last = record.number
      guard record.number <= recorder.ended.count else {
        return
          "the timeline tells of commit \(record.number), and there were \(recorder.ended.count)"
      }
      let action = recorder.ended[Int(record.number) - 1]
      guard record.action as? Root.Action == action else {
        return "the timeline has \(record.action) for commit \(record.number), which was \(action)"
      }
    }
    return nil
  }
}
