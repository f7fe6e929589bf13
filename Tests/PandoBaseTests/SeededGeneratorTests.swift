import PandoBase
import Testing

@Suite("A seeded generator")
struct SeededGeneratorTests {
  @Test("gives the numbers of splitmix64, the same for each seed")
  func numbers() {
    var generator = SeededGenerator(seed: 0)
    #expect(generator.next() == 0xE220_A839_7B1D_CDAF)
    #expect(generator.next() == 0x6E78_9E6A_A1B9_65F4)
    var left = SeededGenerator(seed: 7)
    var right = SeededGenerator(seed: 7)
    var other = SeededGenerator(seed: 8)
    let numbers = (0..<10).map { _ in left.next() }
    #expect(numbers == (0..<10).map { _ in right.next() })
    #expect(numbers != (0..<10).map { _ in other.next() })
  }

  @Test("says yes about once in so many times")
  func chance() {
    var generator = SeededGenerator(seed: 1)
    let count = (0..<8_000).count { _ in generator.chance(oneIn: 4) }
    #expect((1_800...2_200).contains(count))
    #expect((0..<100).allSatisfy { _ in generator.chance(oneIn: 1) })
  }
}
