import PandoHosting
import Testing

@Suite("The place of an action in its lane")
struct SequenceNumberTests {
  @Test("goes forward and back")
  func advanced() {
    let third = SequenceNumber(rawValue: 3)
    #expect(third.advanced(by: 2) == SequenceNumber(rawValue: 5))
    #expect(third.advanced(by: -2) == .first)
    #expect(SequenceNumber.first.distance(from: third) == -2)
    #expect(third.advanced(by: SequenceNumber.first.distance(from: third)) == .first)
  }
}
