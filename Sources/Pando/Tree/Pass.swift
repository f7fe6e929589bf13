/// One run of the tree: what it brings to the hosted features on its way, and what it has to report.
@usableFromInline
package final class Pass {
  /// The lanes whose results commit in this run.
  @exclusivity(unchecked)
  var lanes = LaneList()

  /// Why the action cannot be reduced, while hosted features recover from it.
  var failure: HostedFailureReason?

  /// True if anybody observes fields of the state.
  @usableFromInline
  @exclusivity(unchecked)
  var isObserved = false

  /// The time at which a pass's messages are reported.
  package enum ReportTime {
    /// It is said at once.
    case now
    /// It is said when whoever runs the tree has let go of a lock.
    case afterUnlock
    /// The run is a speculation: it is said with the commit.
    case withCommit
    /// A worker runs the same and says it; warnings come from here.
    case elsewhere
  }

  private let reportTime: ReportTime
  /// The pass that this one is a part of, which says in its own time what there is to say.
  private var parent: Pass?
  @exclusivity(unchecked)
  private var held: [String] = []
  private var printouts: [() -> Void] = []
  @exclusivity(unchecked)
  private var reports: [() -> Void] = []
  /// True if anything is to be said once a lock is free.
  @exclusivity(unchecked)
  private(set) var hasReports = false
  /// True if a warning or a printout waits for the commit.
  private(set) var holdsOutput = false

  package init(_ reportTime: ReportTime = .now) {
    self.reportTime = reportTime
  }

  /// One for a part of the tree, whose observers are the same.
  func below(_ reportTime: ReportTime) -> Pass {
    let pass = Pass(reportTime)
    pass.isObserved = isObserved
    pass.parent = self
    return pass
  }

  /// Warns of the action. The message is made when it is reported, beyond the lock, and only if
  /// somebody is to hear it: it may show a large action.
  package func warn(
    _ location: OperatorLocation, _ message: @autoclosure @escaping () -> String
  ) {
    if let parent { return parent.warn(location, message()) }
    switch reportTime {
    case .withCommit:
      held.append(message())
      holdsOutput = true
    case .afterUnlock:
      later { location.report(message()) }
    case .now, .elsewhere:
      location.report(message())
    }
  }

  private func later(_ body: @escaping () -> Void) {
    reports.append(body)
    hasReports = true
  }

  /// Takes the reports that are to be made once the lock is free.
  func takeReports() -> [() -> Void] {
    guard hasReports else { return [] }
    defer { reports = [] }
    hasReports = false
    return reports
  }

  /// Prints something about the action, unless it never commits.
  package func printOut(_ body: @escaping () -> Void) {
    if let parent {
      if reportTime != .elsewhere { parent.printOut(body) }
      return
    }
    switch reportTime {
    case .now: body()
    case .afterUnlock: later(body)
    case .withCommit:
      printouts.append(body)
      holdsOutput = true
    case .elsewhere: break
    }
  }

  /// The warnings of a speculative run.
  func takeWarnings() -> [String] {
    if held.isEmpty { return [] }
    defer {
      held = []
      holdsOutput = !printouts.isEmpty
    }
    return held
  }

  /// The printouts of a speculative run.
  func takePrintouts() -> [() -> Void] {
    if printouts.isEmpty { return [] }
    defer {
      printouts = []
      holdsOutput = !held.isEmpty
    }
    return printouts
  }
}
