import Foundation
import PandoIdentifiedCollections
import Testing

extension Rows {
  @Suite("An identified array compares, codes and reflects as its elements")
  struct ConformanceTests {
    @Test("equality and hashing follow the elements and their order, not the history")
    func equality() {
      var array = rows("abc")
      #expect(array == rows("abc"))
      #expect(array.hashValue == rows("abc").hashValue)
      array.swapAt(0, 1)
      #expect(array != rows("abc"))
      array.swapAt(0, 1)
      array.remove(at: 2)
      array.append(Row(2, "c"))
      #expect(array == rows("abc"))
      #expect(array.membership != rows("abc").membership)
      #expect(Set([array, rows("abc")]).count == 1)
    }

    @Test("it is coded as the array of its elements")
    func coding() throws {
      let array = rows("abc")
      let data = try JSONEncoder().encode(array)
      #expect(try JSONDecoder().decode([Row].self, from: data) == array.elements)
      let decoded = try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: data)
      #expect(decoded == array)
      #expect(decoded.isConsistent)
    }

    @Test("decoding an id twice is an error that names the elements")
    func decodingDuplicates() throws {
      let data = try JSONEncoder().encode([Row(1, "a"), Row(2, "b"), Row(1, "c")])
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: data)
      }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("The error is another: \(String(describing: error))")
        return
      }
      #expect(context.debugDescription == "The elements 0 and 2 have the same id 1.")
    }

    @Test("it is reflected and described as the array of its elements")
    func reflection() {
      let array = IdentifiedArray(uniqueElements: ["oak", "elm"], id: \String.self)
      #expect(
        Array(Mirror(reflecting: array).children).map(\.value) as? [String] == ["oak", "elm"])
      #expect(Mirror(reflecting: array).displayStyle == .collection)
      #expect("\(array)" == #"["oak", "elm"]"#)
      #expect(array.debugDescription == #"IdentifiedArray(["oak", "elm"])"#)
    }

    @Test("it is written as a literal")
    func literal() {
      let array: IdentifiedArrayOf<Row> = [Row(1, "a"), Row(2, "b")]
      #expect(array.letters == "ab")
    }

    @Test("it gives the difference to another")
    func difference() {
      let difference = rows("abcd").difference(from: rows("abc"))
      #expect(difference.insertions.count == 1 && difference.removals.isEmpty)
    }
  }
}
