import Pando

/// Runs one program several times in one process, and compares the runs with the first.
struct DeterminismCheck<State: Equatable & Sendable, Action: Sendable> {
  let feature: CheckedFeature<State, Action>
  let repetitions: Int

  init(feature: CheckedFeature<State, Action>, repetitions: Int) {
    precondition(repetitions > 1, "a comparison takes two")
    self.feature = feature
    self.repetitions = repetitions
  }

  func run(_ actions: [Action], _ location: OperatorLocation) {
    var original = feature
    original.copyState = nil
    original.copyAction = nil
    let first = ProgramRun(original).reduceCopies(actions)
    for issue in first.issues { location.report(issue) }
    if let loss = loss(in: first) { return location.report(loss) }
    let others = (1..<repetitions).map { _ in ProgramRun(feature).reduceCopies(actions) }
    for index in first.commits.indices {
      // What was seen in each place of the state, run by run.
      let fields = others.compactMap { other in
        index < other.commits.count ? differences(first.commits[index], other.commits[index]) : nil
      }
      guard let field = fields.lazy.compactMap(\.first).first else { continue }
      let values = fields.compactMap { $0.first { $0.path == field.path }?.right }
      location.report(text(field, [field.left] + values, first.commits[index], index))
      return
    }
    guard let other = others.first(where: { $0.commits.count != first.commits.count }) else {
      return
    }
    location.report(
      """
      "\(feature.name)" does not do the same for the same actions: \(first.commits.count - 1) actions \
      committed in one run, and \(other.commits.count - 1) in another. They differ in what \
      "Effect.send" sent.
      """)
  }

  /// Returns the part of the states that their coding does not bring back.
  private func loss(in record: RunRecord<State, Action>) -> String? {
    for (index, commit) in record.commits.enumerated() {
      guard let copy = feature.copyState?(commit.state),
        let field = FieldWalk.differences(commit.state, copy).first
      else { continue }
      let place = index == 0 ? "at the beginning" : "after action \(index)"
      return """
        "\(feature.name)" does not get its state back as it was when it was encoded and decoded: \
        \(subject(field)) was \(field.leftText) \(place), and comes back as \(field.rightText).

        Let "encode(to:)" and "init(from:)" of the type write and read everything that its reducer \
        reads.
        """
    }
    return nil
  }

  private func subject(_ field: FieldDifference) -> String {
    field.path.isEmpty ? "its state" : "\"\(field.path)\""
  }

  private func differences(
    _ old: RunRecord<State, Action>.Commit, _ new: RunRecord<State, Action>.Commit
  ) -> [FieldDifference] {
    FieldWalk.differences(old.state, new.state, in: (old.shared, new.shared))
  }

  private func text(
    _ field: FieldDifference, _ values: [Any], _ commit: RunRecord<State, Action>.Commit,
    _ index: Int
  ) -> String {
    let place =
      commit.action.map { action in
        """
        after action \(index):

        \(indented(SwiftText.text(of: action)))
        """
      } ?? "in the initial state, which is made anew for each run."
    return """
      "\(feature.name)" does not do the same for the same state and action: \(subject(field)) was \
      \(field.leftText) in one run and \(field.rightText) in another, \(place)

      \(DifferenceCause(values).advice)
      """
  }
}
