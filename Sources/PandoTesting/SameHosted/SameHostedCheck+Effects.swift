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
    guard schedule.pace == .settled, !schedule.faults.losesEffects, schedule.restarts.isEmpty else {
      return nil
    }
    let turns = max(local.commits.last?.turn ?? 0, hosted.commits.last?.turn ?? 0)
    for turn in 0...turns {
      let (old, new) = (actions(of: turn, in: local), actions(of: turn, in: hosted))
      if old.count == new.count, zip(old, new).allSatisfy(isSame) { continue }
      guard !isReordered(old, new) else { return nil }
      return Disagreement(kind: .effects, faultEvents: hosted.faultEvents) {
        """
        Effects did not send the same actions as in one process, \(place(ofTurn: turn)).

        Actions that committed (in one process: \u{2212}, hosted: +):

        \(indented(ValueText.difference(ofTexts: lines(old.map(\.text)), lines(new.map(\.text))) ?? ""))

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

  private func actions(of turn: Int, in record: Record) -> [(text: String, action: Action)] {
    record.commits.filter { $0.turn == turn }.compactMap(\.action).map {
      (SwiftText.text(of: $0), $0)
    }
  }

  /// Returns whether two actions are the same, but for the type of errors in them that have crossed.
  private func isSame(
    _ first: (text: String, action: Action), _ second: (text: String, action: Action)
  ) -> Bool {
    first.text == second.text || FieldWalk.differences(first.action, second.action).isEmpty
  }

  /// Returns whether two lists have the same actions in different orders.
  private func isReordered(
    _ first: [(text: String, action: Action)], _ second: [(text: String, action: Action)]
  ) -> Bool {
    var rest = second
    for action in first {
      guard let index = rest.firstIndex(where: { isSame(action, $0) }) else { return false }
      rest.remove(at: index)
    }
    return rest.isEmpty
  }

  private func lines(_ texts: [String]) -> String {
    texts.isEmpty ? "(none)" : texts.joined(separator: "\n")
  }
}
