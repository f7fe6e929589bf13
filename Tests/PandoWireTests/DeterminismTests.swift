import PandoWire
import Testing

@Suite("Equal values have equal bytes")
struct DeterminismTests {
  /// The same elements, in collections that were filled in different orders and have other
  /// capacities.
  private func shuffled<Element, Collection>(
    _ elements: [Element], _ make: ([Element], Int) -> Collection
  ) -> [Collection] {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    return (0..<6).map { make(elements.shuffled(using: &generator), $0 * 100) }
  }

  private func expectSameBytes<Value: Codable & Equatable>(_ values: [Value]) throws {
    let encodings = try values.map { try WireEncoder.encode($0) }
    #expect(Set(encodings).count == 1)
    for (value, encoding) in zip(values, encodings) {
      #expect(try WireDecoder.decode(Value.self, from: encoding) == value)
    }
  }

  private func dictionary<Key, Value>(_ entries: [(Key, Value)], _ capacity: Int) -> [Key: Value] {
    var dictionary = [Key: Value](minimumCapacity: capacity)
    for (key, value) in entries { dictionary[key] = value }
    return dictionary
  }

  private func set<Element>(_ elements: [Element], _ capacity: Int) -> Set<Element> {
    var set = Set<Element>(minimumCapacity: capacity)
    for element in elements { set.insert(element) }
    return set
  }

  @Test("dictionaries, whatever their keys are")
  func dictionaries() throws {
    let numbers = Array(0..<150)
    try expectSameBytes(shuffled(numbers.map { ("\($0)", $0) }, dictionary))
    try expectSameBytes(
      shuffled(numbers.map { ("a long common beginning \($0)", [$0]) }, dictionary))
    try expectSameBytes(shuffled(numbers.map { ($0, "\($0)") }, dictionary))
    try expectSameBytes(shuffled(numbers.map { (UInt16($0), Row(id: $0)) }, dictionary))
    try expectSameBytes(shuffled(numbers.map { (Row(id: $0), $0) }, dictionary))
    try expectSameBytes(shuffled([(Flavor.sweet, 1), (.sour, 2)], dictionary))
  }

  @Test("sets, of anything")
  func sets() throws {
    try expectSameBytes(shuffled(Array(0..<150), set))
    try expectSameBytes(shuffled((0..<150).map { "\($0)" }, set))
    try expectSameBytes(shuffled((0..<150).map { Row(id: $0) }, set))
    try expectSameBytes(shuffled((0..<20).map { Set([$0, $0 + 1]) }, set))
  }

  @Test("dictionaries and sets inside other values")
  func nested() throws {
    try expectSameBytes(
      shuffled(Array(0..<50)) { elements, capacity in
        [["x": self.set(elements, capacity)], ["y": self.set([], capacity)]]
      })
    try expectSameBytes(
      shuffled(Array(0..<50)) { elements, capacity in
        Optional(self.dictionary(elements.map { ("\($0)", self.set([$0], capacity)) }, capacity))
      })
  }

  @Test("a value's bytes do not depend on where it stands")
  func position() throws {
    let alone = try WireEncoder.encode(Everything())
    let inside = try WireEncoder.encode(["k": [Everything()]])
    #expect(inside == [0x08, 0x61, UInt8(ascii: "k"), 0x07] + alone + [0x01, 0x01])
  }
}
