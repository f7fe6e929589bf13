import PandoIdentifiedCollections
import Testing

extension Rows {
  @Suite("A slice of an identified array")
  struct SliceTests {
    @Test("is reordered where it is")
    func reorders() {
      var array = rows("dcbae")
      array[0..<4].sort { $0.name < $1.name }
      #expect(array.letters == "abcde" && array.isConsistent)
      array[1...3].reverse()
      #expect(array.letters == "adcbe" && array.isConsistent)
      array[2...].swapAt(2, 4)
      #expect(array.letters == "adebc" && array.isConsistent)
      var generator = SystemRandomNumberGenerator()
      array[..<3].shuffle(using: &generator)
      #expect(array.letters.hasSuffix("bc") && array.isConsistent)
      #expect(array.letters.sorted() == ["a", "b", "c", "d", "e"])
    }

    @Test("is reordered by code that knows any mutable collection")
    func generic() {
      func reverseStart<C: RandomAccessCollection & MutableCollection>(of collection: inout C) {
        collection[..<collection.index(collection.startIndex, offsetBy: 2)].reverse()
      }
      var array = rows("abc")
      reverseStart(of: &array)
      #expect(array.letters == "bac" && array.isConsistent)
    }

    @Test("gives its place to other elements, as many as there are")
    func replaces() {
      var array = rows("abcd")
      array[1..<3] = [Row(7, "x"), Row(8, "y"), Row(1, "b")]
      #expect(array.letters == "axybd" && array.isConsistent)
      #expect(array[id: 2] == nil)
      array[..<2].removeFirst()
      #expect(array.letters == "xybd" && array.isConsistent)
      array[1].name = "z"
      #expect(array[id: 8]?.name == "z")
    }

    @Test("leaves a copy of the array, and one of itself, as they were")
    func copies() {
      var array = rows("abc")
      let copy = array
      let slice = array[1...]
      array[1...].reverse()
      #expect(copy.letters == "abc" && copy.isConsistent)
      #expect(slice.map(\.name) == ["b", "c"])
      #expect(array.letters == "acb")
    }

    @Test("changes what the array says of its ids only where those are others")
    func membership() {
      var array = rows("abc")
      let before = array.membership
      array[1...].reverse()
      #expect(array.membership == before)
      array[1...] = [Row(9, "x")]
      #expect(array.membership != before)
    }

    @Test("that would give an id to two elements traps")
    func repeatedID() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var array = IdentifiedArray(uniqueElements: ["oak", "elm", "ash"], id: \String.self)
        array[1...] = ["ash", "oak"]
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("oak"))
    }
  }
}
