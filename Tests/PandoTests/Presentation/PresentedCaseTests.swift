import Pando
import Testing

@Suite("A case of presented state")
struct PresentedCaseTests {
  private enum Place: Equatable, CasePathable {
    case book(String)
    case shelf(Int)

    struct AllCasePaths: Sendable {
      var book: AnyCasePath<Place, String> {
        AnyCasePath(
          embed: { .book($0) }, extract: { if case .book(let value) = $0 { value } else { nil } })
      }
      var shelf: AnyCasePath<Place, Int> {
        AnyCasePath(
          embed: { .shelf($0) }, extract: { if case .shelf(let value) = $0 { value } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private struct Room {
    @Presents var place: Place?
  }

  @Test("is read, changed, and cleared by its key path")
  func use() {
    var room = Room(place: .book("Tree"))
    #expect(room.$place[case: \.book] == "Tree")
    #expect(room.$place[case: \.shelf] == nil)
    room.$place[case: \.book]?.append("s")
    #expect(room.place == .book("Trees"))
    room.$place[case: \.book] = nil
    #expect(room.place == nil)
  }

  @Test("is not changed, and reported, when another case is there")
  func otherCase() {
    var room = Room(place: .shelf(3))
    withKnownIssue {
      room.$place[case: \.book] = "Tree"
    } matching: {
      "\($0)".contains("as if it were in a case that it is not in")
    }
    #expect(room.place == .shelf(3))
  }
}
