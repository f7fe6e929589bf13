/// One message to a service manager.
struct Notice: Equatable {
  var phase: NoticeMachine.Phase?
  var status: String?
  /// True if it is a sign of life.
  var isSignOfLife = false

  /// Returns the message in the words of sd_notify(3), one variable on each line.
  ///
  /// - Parameter nowMicroseconds: By the clock that only counts on, which a manager compares with.
  func text(nowMicroseconds: Int) -> String {
    var lines: [String] = []
    switch phase {
    case .ready: lines.append("READY=1")
    case .reloading: lines += ["RELOADING=1", "MONOTONIC_USEC=\(nowMicroseconds)"]
    case .stopping: lines.append("STOPPING=1")
    case .starting, nil: break
    }
    // A line break would begin another variable.
    if let status {
      let parts = status.split { $0.isNewline }
      lines.append("STATUS=" + parts.joined(separator: " "))
    }
    if isSignOfLife { lines.append("WATCHDOG=1") }
    return lines.joined(separator: "\n")
  }
}
