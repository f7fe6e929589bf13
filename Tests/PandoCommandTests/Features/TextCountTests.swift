import Pando
import Testing

@testable import PandoTool

@Suite("A shard whose text comes as actions")
struct TextCountTests {
  private let assignment = Assignment(number: 3, directory: "/d", paths: ["a", "b"])

  private func reduced(_ actions: TextCount.Action...) -> TextCount.State {
    var state = TextCount.State(id: 1)
    for action in actions { _ = TextCount().reduce(into: &state, action: action) }
    return state
  }

  private func piece(
    _ text: String, file: Int = 0, offset: Int = 0, isLast: Bool = false, assignment: Int = 3
  ) -> TextCount.Action {
    .read(
      Piece(
        place: Place(assignment: assignment, file: file, offset: offset), text: text,
        byteCount: text.utf8.count, isLast: isLast))
  }

  @Test("text that was read twice counts once")
  func twice() {
    let once = reduced(.assigned(assignment), piece("one two"), piece(" three", offset: 7))
    let twice = reduced(
      .assigned(assignment), piece("one two"), piece("one two"), piece(" three", offset: 7),
      piece(" three", offset: 7), piece("one two"))
    #expect(once == twice)
    #expect(once.report.counts.bytes == 13)
    #expect(once.place == Place(assignment: 3, file: 0, offset: 13))
  }

  @Test("text of another assignment, or behind a gap, does not count")
  func elsewhere() {
    let state = reduced(
      .assigned(assignment), piece("x", assignment: 2), piece("x", offset: 5), piece("x", file: 1))
    #expect(state == reduced(.assigned(assignment)))
  }

  @Test("an interruption leaves the state alone")
  func interrupted() {
    #expect(
      reduced(.assigned(assignment), piece("one"), .interrupted)
        == reduced(.assigned(assignment), piece("one")))
  }

  @Test("a file that turns out unreadable half-way keeps what was counted, and is named")
  func skipped() {
    let place = Place(assignment: 3, file: 0, offset: 3)
    let state = reduced(
      .assigned(assignment), piece("one"), .skipped(place, .unreadable("a: gone")),
      .skipped(place, .unreadable("a: gone")))
    #expect(state.report.counts.words == 1)
    #expect(state.report.counts.unreadableFiles == 1)
    #expect(state.report.counts.files == 0)
    #expect(state.report.unreadable == ["a: gone"])
    #expect(state.place == Place(assignment: 3, file: 1, offset: 0))
  }

  @Test("a word does not go on from one file into the next")
  func files() {
    let state = reduced(
      .assigned(assignment), piece("one", isLast: true), piece("two", file: 1, isLast: true))
    #expect(state.report.counts.words == 2)
    #expect(state.report.counts.files == 2)
  }
}
