import PandoIdentifiedCollections
import Testing

extension Rows {
  @Suite("Mutating an element of an identified array")
  struct InPlaceTests {
    @Test("by id or position copies neither the array nor the element")
    func noCopy() {
      var array = IdentifiedArray(
        uniqueElements: (0..<100).map { Row($0, numbers: Array(0..<100)) }
      )
      let buffer = address(of: array)
      let element = address(of: array[id: 42]!)
      array[id: 42]?.numbers[0] = -1
      array[id: 42]!.numbers[1] = -1
      array[42].numbers[2] = -1
      array[id: 99]?.numbers[0] = -1
      #expect(address(of: array) == buffer)
      #expect(address(of: array[id: 42]!) == element)
      #expect(array[id: 42]?.numbers.prefix(4) == [-1, -1, -1, 3])
      #expect(array.isConsistent)
    }

    @Test("through a key path copies nothing either")
    func keyPath() {
      struct State { var rows: IdentifiedArrayOf<Row> }
      var state = State(rows: [Row(1), Row(2, numbers: Array(0..<9))])
      let path = \State.rows
      let before = address(of: state.rows[id: 2]!)
      state[keyPath: path][id: 2]!.numbers[0] = 9
      #expect(address(of: state.rows[id: 2]!) == before)
      #expect(state.rows[id: 2]?.numbers.prefix(2) == [9, 1])
    }

    @Test("leaves a copy of the array as it was")
    func copies() {
      var array = rows("abc")
      let copy = array
      array[id: 1]?.name = "B"
      array[id: 2] = nil
      #expect(copy.letters == "abc" && copy.isConsistent)
      #expect(array.letters == "aB" && array.isConsistent)
    }

    @Test("to nil removes it, wherever it is", arguments: 0..<4)
    func removes(id: Int) {
      for size in (id + 1)...5 {
        var array = IdentifiedArray(
          uniqueElements: (0..<size).map { Row($0, "\($0)", numbers: [$0]) }
        )
        array[id: id] = nil
        #expect(
          array.elements == (0..<size).filter { $0 != id }.map { Row($0, "\($0)", numbers: [$0]) })
        #expect(array.isConsistent)
      }
    }

    @Test("that is not there does nothing; setting it appends it")
    func absent() {
      var array = rows("ab")
      array[id: 7]?.name = "x"
      array[id: 7] = nil
      #expect(array.letters == "ab")
      array[id: 7] = Row(7, "h")
      array[id: 0] = Row(0, "A")
      #expect(array.letters == "Abh")
      #expect(array.isConsistent)
    }

    @Test("keeps what it changed before it threw")
    func throwing() {
      struct Stop: Error {}
      func change(_ row: inout Row) throws {
        row.name = "x"
        throw Stop()
      }
      var array = rows("abc")
      #expect(throws: Stop.self) { try change(&array[id: 1]!) }
      #expect(throws: Stop.self) { try change(&array[1]) }
      #expect(array.letters == "axc" && array.isConsistent)
    }

    @Test("frees every element once")
    func frees() {
      final class Token {}
      struct Held: Identifiable {
        let id: Int
        let token = Token()
      }
      weak var removed: Token?
      weak var kept: Token?
      do {
        var array = IdentifiedArray(uniqueElements: (0..<3).map { Held(id: $0) })
        (removed, kept) = (array[1].token, array[2].token)
        array[id: 1] = nil
        #expect(removed == nil)
        #expect(kept != nil)
        array[id: 0] = nil
        array[id: 2] = nil
        #expect(kept == nil)
      }
    }

    @Test("to another id traps with a message that tells how to mend it")
    func identityChange() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var array = IdentifiedArray(uniqueElements: ["oak", "elm"], id: \String.self)
        array[id: "oak"]?.append("s")
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("remove it and insert the new one"))
      await #expect(processExitsWith: .failure) {
        var array = IdentifiedArray(uniqueElements: ["oak", "elm"], id: \String.self)
        array[0] = "elm"
      }
      await #expect(processExitsWith: .failure) {
        var array = IdentifiedArray(uniqueElements: ["oak", "elm"], id: \String.self)
        _ = array.withContiguousMutableStorageIfAvailable { $0[0] = "ash" }
      }
      await #expect(processExitsWith: .failure) {
        _ = IdentifiedArray(uniqueElements: ["oak", "oak"], id: \String.self)
      }
    }

    private func address(of array: IdentifiedArrayOf<Row>) -> UnsafeRawPointer? {
      array.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } ?? nil
    }

    private func address(of row: Row) -> UnsafeRawPointer? {
      row.numbers.withUnsafeBytes { $0.baseAddress }
    }
  }
}
