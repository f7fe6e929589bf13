import DequeModule
import PandoHosting

extension StoreEngine {
  /// Commits an action without effect, as no worker can reduce it: no reducer sees it, and hosted
  /// features recover by their policies.
  ///
  /// What a policy sends may fail in its turn. It is not answered again, without end; the parents are
  /// told by it all the same.
  func fail(_ pending: PendingAction<Action>, _ reason: HostedFailureReason) {
    let report = makeReport(pending, reason)
    tellFailed(pending, reason)
    pending.trace?.outcome = .failed(reason)
    failureCount += 1
    withdraw(pending)
    // Its lanes have committed nothing of it.
    pending.lanes.forEach { $0.head = .hasLeft }
    current.lanes = pending.lanes
    current.isFollowing = true
    current.link = pending.link
    defer { endFollowing() }
    pass.lanes = pending.lanes
    pass.failure = reason
    var effect: Effect<Action>
    if pending.isFailureNotice {
      pass.lanes = LaneList()
      effect = reduceTree(pending.action)
    } else {
      effect = changeState { root.recover(state, pending.action, pass) }
    }
    if let trace = current.trace { effect = traced(effect, trace) }
    pass.failure = nil
    pass.lanes = LaneList()
    version &+= 1
    noteFailed(pending, reason)
    hooks.failed?(&state.pointee, pending.action, reason)
    hooks.appliedFailure?(&state.pointee, CommittedAction(pending))
    current.isTellingOfFailure = true
    follow(effect, pending.tracker)
    current.isTellingOfFailure = false
    reconcileLanes()
    settle(pending)
    self.report(report)
  }

  /// Says what failed, and leaves a file that replays it where the program wants one.
  private func makeReport(
    _ pending: PendingAction<Action>, _ reason: HostedFailureReason
  ) -> () -> Void {
    var (children, place): ([LaneCard], OperatorLocation?) = ([], pending.problem?.location)
    var records: [HostedFailureRecord] = []
    let folder = dependencies.hosting.failureFolder
    pending.lanes.forEach { lane in
      guard lane.machine.isHeadCondemned else { return }
      children.append(lane.card)
      place = place ?? lane.options.location
      if folder != nil { records.append(HostedFailureRecord(lane, reason)) }
    }
    if let problem = pending.problem {
      children = [problem.child]
    } else if children.isEmpty {
      // What it starts again ended workers, and not its reducers.
      children = self.children(of: pending)
      pending.lanes.forEach { place = place ?? $0.options.location }
    }
    // Names are made beyond the lock: the user describes the identities in them.
    return { [action = pending.action] in
      let files = folder.map { folder in records.map { $0.report.write(to: folder) } } ?? []
      (place ?? .here()).report(
        """
        An action of \(Self.names(of: children)) commits without effect: \
        \("\(reason)".cut(toBytes: ValueWords.bytesAtMost)).

          Action: \(WarningText.action(action))
        \(files.map { "  " + $0 }.joined(separator: "\n"))
        Everything else goes on. "hosted(onCrash:)" says what becomes of the feature; \
        "hosting.failureFolder" keeps such actions in files, to be replayed in a test.
        """)
    }
  }

  private static func names(of children: [LaneCard]) -> String {
    let named = children.prefix(4)
    let more = children.count > named.count ? ", and \(children.count - named.count) more" : ""
    let names = named.map { "\($0.name)" }.joined(separator: ", ")
    return names.cut(toBytes: ValueWords.bytesAtMost) + more
  }
}
