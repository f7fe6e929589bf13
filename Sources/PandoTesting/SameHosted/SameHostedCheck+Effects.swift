import Pando

extension SameHostedCheck {
  /// Returns the difference in what effects sent after each action of the program, where that can
  /// be compared: where each action waited for what came before it, and no effect was lost.
  ///
  /// Effects that run at once may send in any order, in one process too. From the first action after
  /// which they did, nothing more is compared: what follows may be different for that reason alone.
  func differenceOfEffects(
    _ local: Record, _ hosted: Record, _ schedule: HostingSchedule
  ) -> Disagreement? {
    guard schedule.pace == .settled, !schedule.faults.losesEffects else { return nil }
    let turns = max(local.commits.last?.turn ?? 0, hosted.commits.last?.turn ?? 0)
    for turn in 0...turns {
      let (old, new) = (texts(of: turn, in: local), texts(of: turn, in: hosted))
      if old == new { continue }
      guard old.sorted() != new.sorted() else { return nil }
      return Disagreement(kind: .effects, faultEvents: hosted.faultEvents) {
        """
        Effects did not send the same actions as in one process, \(place(ofTurn: turn)).

        Actions that committed (in one process: \u{2212}, hosted: +):

        \(indented(ValueText.difference(ofTexts: lines(old), lines(new)) ?? ""))

        If effects of the feature compete with each other, or wait for something that is not of the \
        test, the order of their ends decides: let them depend on clocks and clients of the test.
        """
      }
    }
    return nil
  }

  private func place(ofTurn turn: Int) -> String {
    turn == 0 ? "before the first action of the program" : "after action \(turn) of the program"
  }

  private func texts(of turn: Int, in record: Record) -> [String] {
    record.commits.filter { $0.turn == turn }.compactMap(\.action).map { SwiftText.text(of: $0) }
  }

  private func lines(_ texts: [String]) -> String {
    texts.isEmpty ? "(none)" : texts.joined(separator: "\n")
  }
}
