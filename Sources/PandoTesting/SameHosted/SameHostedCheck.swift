import Pando

/// Runs programs of one feature in one process and hosted, and compares the two.
struct SameHostedCheck<State: Equatable & Sendable, Action: Sendable> {
  typealias Record = RunRecord<State, Action>

  let feature: CheckedFeature<State, Action>

  /// Returns the difference between a program in one process and hosted; nil where there is none.
  func disagreement(_ actions: [Action], _ schedule: HostingSchedule) -> Disagreement? {
    let local = ProgramRun(feature).run(actions, .local)
    let hosted = ProgramRun(feature).run(actions, .hosted(schedule))
    let replayed = replay(hosted)
    return differenceAtBeginning(local, hosted)
      ?? failure(hosted)
      ?? issue(local, replayed, hosted)
      ?? differenceOfStates(replayed, hosted)
      ?? unrest(local, hosted)
      ?? differenceOfEffects(local, hosted, schedule)
  }

  /// Returns a replay of what the store accepted, in the same order: states must be equal, whatever
  /// came first.
  private func replay(_ hosted: Record) -> Record {
    let replayed = ProgramRun(feature).replay(hosted.accepted)
    guard differenceOfStates(replayed, hosted) != nil, ProgramRun(feature).hostsFeatureAsReady
    else { return replayed }
    // What a child hosted `.asReady` sends with `Effect.send` lets others go ahead, too.
    return ProgramRun(feature).repeatCommits(hosted.commits.filter { $0.action != nil })
  }

  // MARK: - Comparisons

  private func differenceAtBeginning(_ local: Record, _ hosted: Record) -> Disagreement? {
    guard let old = local.commits.first, let new = hosted.commits.first,
      let field = differences(old, new).first
    else { return nil }
    return Disagreement(kind: .beginning, faultEvents: []) {
      """
      The initial state is made anew for each run, and two of them differ in \(quoted(field.path)): \
      \(field.leftText) and \(field.rightText).

      \(DifferenceCause([field.left, field.right]).advice)
      """
    }
  }

  private func failure(_ hosted: Record) -> Disagreement? {
    guard let index = hosted.commits.firstIndex(where: { $0.failure != nil }),
      let reason = hosted.commits[index].failure
    else { return nil }
    return Disagreement(kind: .failure, faultEvents: hosted.faultEvents) {
      """
      An action was not reduced by any worker: \(reason).

      \(place(index, in: hosted))
      """
    }
  }

  /// Returns an issue that only the hosted run reported; a worker may tell the same in other words.
  private func issue(
    _ local: Record, _ replayed: Record, _ hosted: Record
  ) -> Disagreement? {
    let known = local.issues + replayed.issues
    guard hosted.issues.count > max(local.issues.count, replayed.issues.count),
      let issue = hosted.issues.first(where: { !known.contains($0) })
    else { return nil }
    return Disagreement(kind: .issue, faultEvents: hosted.faultEvents) {
      """
      An issue was reported that is not reported in one process:

      \(indented(issue))
      """
    }
  }

  private func differenceOfStates(_ local: Record, _ hosted: Record) -> Disagreement? {
    for (index, (old, new)) in zip(local.commits, hosted.commits).enumerated() {
      if differences(old, new).isEmpty { continue }
      return Disagreement(kind: .state, faultEvents: hosted.faultEvents) {
        describeStates(index, local, hosted)
      }
    }
    guard local.commits.count != hosted.commits.count else { return nil }
    return Disagreement(kind: .state, faultEvents: hosted.faultEvents) {
      """
      \(hosted.commits.count - 1) actions committed, where the same actions bring \
      \(local.commits.count - 1) in one process: they differ in what "Effect.send" sent.
      """
    }
  }

  private func unrest(_ local: Record, _ hosted: Record) -> Disagreement? {
    if local.cameToRest, hosted.cameToRest { return nil }
    return Disagreement(kind: .unrest, faultEvents: hosted.faultEvents) {
      """
      The effects never come to rest\(local.cameToRest ? ", when hosted" : ""): some effect goes on \
      without waiting for a clock or for something else. Give it a dependency of the test.
      """
    }
  }

  private func differences(_ old: Record.Commit, _ new: Record.Commit) -> [FieldDifference] {
    FieldWalk.differences(old.state, new.state, in: (old.shared, new.shared))
  }

  // MARK: - Descriptions

  private func describeStates(_ index: Int, _ local: Record, _ hosted: Record) -> String {
    let (old, new) = (local.commits[index], hosted.commits[index])
    let fields = differences(old, new)
    let list = fields.map {
      "\(quoted($0.path)) is \($0.rightText), and \($0.leftText) in one process."
    }
    let difference = ValueText.difference(ofTexts: old.text, new.text)
    return """
      The state is not the same as in one process. \(list.joined(separator: "\n"))

      \(fields.first.map { advice(on: $0, at: index, local, hosted) } ?? "")

      \(place(index, in: hosted))

      The state after it (in one process: \u{2212}, hosted: +):

      \(indented(difference ?? new.text))
      """
  }

  /// Says why a field differs. Runs the program again, to see whether the feature agrees with itself: three
  /// times, and more often while it does, since the orders of a few parts may be equal by chance.
  private func advice(
    on field: FieldDifference, at index: Int, _ local: Record, _ hosted: Record
  ) -> String {
    var values = [field.left]
    // They are kept, so that what a later run makes lies elsewhere: the order of a dictionary may depend
    // on where it lies.
    var runs: [Record] = []
    while runs.count < 3 || (runs.count < 24 && values.count == 1) {
      let again = replay(hosted)
      runs.append(again)
      guard again.commits.indices.contains(index) else { continue }
      let other = differences(local.commits[index], again.commits[index])
      if let value = other.first(where: { $0.path == field.path })?.right { values.append(value) }
    }
    if values.count > 1 {
      return """
        Two runs in one process do not agree on it either, so it does not follow from the state and \
        the action. \(DifferenceCause(values).advice)
        """
    }
    switch DifferenceCause([field.left, field.right]) {
    case .counter, .chance:
      return """
        In one process it is the same in every run. Either its coding does not bring it back as it \
        was, or the reducer reads something that is not in the state, such as a global variable, or \
        draws numbers or identities, and was run again.
        """
    case let cause:
      return cause.advice
    }
  }

  private func quoted(_ path: String) -> String { path.isEmpty ? "it" : "\"\(path)\"" }

  /// Names an action by its place among those that committed.
  func place(_ index: Int, in record: Record) -> String {
    let commit = record.commits[index]
    guard let action = commit.action else { return "It is the state to begin with." }
    return """
      It came with action \(index) of \(record.commits.count - 1):

      \(indented(SwiftText.text(of: action)))
      """
  }
}
