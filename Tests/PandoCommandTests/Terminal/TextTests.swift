import PandoHosting
import Testing

@testable import PandoTool

@Suite("Text for people")
struct TextTests {
  @Test("numbers have a comma between thousands")
  func grouped() {
    #expect(
      [0, 7, 999, 1_000, 12_345, 123_456, 1_234_567, -1_000].map(\.grouped)
        == ["0", "7", "999", "1,000", "12,345", "123,456", "1,234,567", "-1,000"])
  }

  @Test("one thing is called otherwise than many")
  func plurals() {
    #expect(plural(1, "file") == "1 file")
    #expect(plural(0, "file") == "0 files")
    #expect(plural(2_000, "child", "children") == "2,000 children")
  }

  @Test("text is filled up or cut to a width")
  func fitted() {
    #expect("abc".fitted(to: 5) == "abc  ")
    #expect("abcdefgh".fitted(to: 6) == "abc...")
    #expect("abcdefgh".fitted(to: 2) == "ab")
    #expect("abc".fitted(to: 0) == "")
    #expect("ab".right(in: 4) == "  ab")
  }

  @Test("control characters, which are orders to a terminal, are not printed")
  func printable() {
    #expect("a\u{1b}[31mb\nc\u{7f}\u{9b}".printable == "a?[31mb?c??")
    #expect("a\u{1b}[31mb\r\nc\n".printableLines == "a?[31mb?\nc\n")
    #expect("\u{e9}t\u{e9} \u{1f332}".printable == "\u{e9}t\u{e9} \u{1f332}")
  }
}
