import Pando

/// Runs one program under every schedule, and reports the first disagreement.
func checkProgram<State, Action>(
  _ feature: CheckedFeature<State, Action>, _ actions: [Action], _ schedules: [HostingSchedule],
  _ location: OperatorLocation, isolation: isolated (any Actor)? = #isolation
) async throws(CancellationError) {
  let check = SameHostedCheck(feature: feature)
  guard isCheckable(feature, location) else { return }
  if feature.restart == nil, schedules.contains(where: { !$0.restarts.isEmpty }) {
    return location.report(
      """
      "\(feature.name)" cannot be restarted, since its state or its actions are not "Codable".
      """)
  }
  let issues = ProgramRun(feature).run(actions, .local).issues
  for issue in issues { location.report(issue) }
  for (index, schedule) in schedules.enumerated() {
    if let found = check.disagreement(actions, schedule) {
      let list = schedule.origin.map { " of \($0)" } ?? ""
      let origin = """
        It was found with \(actions.count) action(s) and schedule \(index + 1)\(list).
        """
      report(found, check, actions, schedule, origin: origin, at: location)
      return
    }
    await Task.yield()
    if Task.isCancelled { throw CancellationError() }
  }
}

/// Reports what speaks against a check at all. Returns whether the feature is to be compared.
func isCheckable<State, Action>(
  _ feature: CheckedFeature<State, Action>, _ location: OperatorLocation
) -> Bool {
  if ProgramRun(feature).hostsFeature { return true }
  location.report(
    """
    "\(feature.name)" hosts no feature, and cannot be hosted itself: there is nothing to compare.

    Mark a child of it with ".hosted()", or make its state and its actions "Codable"; \
    "hostingReport(for:)" says what of them is not.
    """)
  return false
}

/// Shrinks and reports a disagreement.
func report<State, Action>(
  _ disagreement: Disagreement, _ check: SameHostedCheck<State, Action>, _ actions: [Action],
  _ schedule: HostingSchedule, origin: String, at location: OperatorLocation
) {
  var shrinker = Shrinker(check, actions, schedule, disagreement)
  shrinker.shrink()
  location.report(
    shrinker.failureText(origin: origin, initialState: check.feature.firstState as Any))
}
