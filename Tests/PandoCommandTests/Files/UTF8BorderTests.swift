import Testing

@testable import PandoTool

@Suite("Borders of characters")
struct UTF8BorderTests {
  @Test("every beginning of a text ends behind its last whole character")
  func beginnings() {
    let text = "a\u{e9}\u{20ac}\u{1f332}z"
    let bytes = Array(text.utf8)
    var borders: Set<Int> = [0]
    for scalar in text.unicodeScalars { borders.insert(borders.max()! + scalar.utf8.count) }
    for count in 0...bytes.count {
      let expected = borders.filter { $0 <= count }.max()!
      #expect(UTF8Border.last(in: bytes.prefix(count)) == expected)
    }
  }

  @Test("the first character of any end of a text begins at its first border")
  func ends() {
    let text = "a\u{e9}\u{20ac}\u{1f332}z"
    let bytes = Array(text.utf8)
    var borders: Set<Int> = [0]
    for scalar in text.unicodeScalars { borders.insert(borders.max()! + scalar.utf8.count) }
    for start in 0...bytes.count {
      let expected = borders.filter { $0 >= start }.min()!
      #expect(UTF8Border.first(in: bytes[start...]) == expected)
    }
    #expect(UTF8Border.first(in: [0x80, 0x80, 0x80, 0x80, 0x61][...]) == 0)
  }

  @Test("bytes that are no text are cut at their end")
  func garbage() {
    #expect(UTF8Border.last(in: [0x80, 0x80, 0x80, 0x80, 0x80][...]) == 5)
    #expect(UTF8Border.last(in: [0x61, 0xff][...]) == 2)
    #expect(UTF8Border.last(in: [0x61, 0xc0][...]) == 2)
    #expect(UTF8Border.last(in: [][...]) == 0)
  }
}
