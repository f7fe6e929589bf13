import PandoHosting
import Testing

@Suite("The question whether an action may commit")
struct CommitQuestionTests {
  private func answer(
    isSenderGone: Bool = false, failure: CommitFailure? = nil, isToMoveBeside: Bool = false,
    _ lanes: LaneReadiness...
  ) -> CommitJudgement {
    var question = CommitQuestion(
      isSenderGone: isSenderGone, failure: failure, isToMoveBeside: isToMoveBeside)
    for lane in lanes { question.add(lane) }
    return question.answer
  }

  @Test("an action for no lane, and one whose lanes have all answered, go on")
  func answered() {
    #expect(answer() == .answered)
    #expect(answer(.hasAnswered, .isInProcess) == .answered)
  }

  @Test("one lane that has not answered, or has an earlier action, makes it wait")
  func waits() {
    #expect(answer(.hasAnswered, .isUnanswered) == .waits)
    #expect(answer(.isNotItsTurn, .hasAnswered) == .waits)
  }

  @Test("a condemned action fails whatever its other lanes say")
  func condemned() {
    #expect(answer(.isUnanswered, .isCondemned(fallsBack: false)) == .fails(.isCondemned))
    #expect(answer(.isCondemned(fallsBack: false), .isNotItsTurn) == .fails(.isCondemned))
  }

  @Test("a lane that falls back does so before anything else is decided")
  func fallsBack() {
    let lanes: [LaneReadiness] = [
      .isUnanswered, .isNotItsTurn, .hasAnswered, .isInProcess, .isCondemned(fallsBack: false),
    ]
    for lane in lanes {
      #expect(answer(lane, .isCondemned(fallsBack: true)) == .goesOnInProcess)
      #expect(answer(.isCondemned(fallsBack: true), lane) == .goesOnInProcess)
    }
  }

  @Test("what is known of the action itself comes before its lanes, and who sent it first of all")
  func decided() {
    #expect(answer(isToMoveBeside: true, .isUnanswered) == .movesBeside)
    #expect(answer(failure: .unhosted, isToMoveBeside: true) == .fails(.unhosted))
    #expect(answer(failure: .effectsCrashed, .hasAnswered) == .fails(.effectsCrashed))
    #expect(answer(isSenderGone: true, failure: .unhosted) == .isDropped)
    #expect(
      answer(isSenderGone: true, isToMoveBeside: true, .isCondemned(fallsBack: true)) == .isDropped)
  }
}
