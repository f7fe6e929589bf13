import PandoBase
import Testing

@Suite("Identities and errors in words", .timeLimit(.minutes(15)))
struct ValueWordsTests {
  struct Path: Hashable, CustomStringConvertible {
    let parts: [String]
    var description: String { parts.joined(separator: "/") }
  }

  enum Failure: Error { case missing(DeepValue), refused(code: Int) }

  @Test("are what they say of themselves")
  func described() {
    #expect(ValueWords.text(of: 7) == "7")
    #expect(ValueWords.text(of: "seven") == "seven")
    #expect(ValueWords.text(of: "seven", isSource: true) == "\"seven\"")
    #expect(ValueWords.text(of: Path(parts: ["a", "b"])) == "a/b")
    #expect(ValueWords.text(of: [1, 2]) == "[1, 2]")
    #expect(ValueWords.text(of: Failure.refused(code: 3)) == "refused(code: 3)")
  }

  @Test("are cut where they are long")
  func long() {
    let text = ValueWords.text(of: String(repeating: "\u{e4}", count: 1_000_000))
    #expect(text.utf8.count <= ValueWords.bytesAtMost)
    #expect(text.hasSuffix("\u{e4}..."))
    let path = Path(parts: (0..<10_000).map { "\($0)" })
    #expect(ValueWords.text(of: path).utf8.count == ValueWords.bytesAtMost)
    #expect(ValueWords.text(of: path, bytes: 10) == "0/1/2/3...")
  }

  @Test("have their cases alone where their parts are too many, or too deep")
  func large() async {
    #expect(ValueWords.text(of: [Int](repeating: 7, count: 1 << 20)) == "Array<Int>")
    let deep = await onSmallThread { ValueWords.text(of: Failure.missing(.deepest)) }
    #expect(deep.hasPrefix("Failure.missing(.level(.level("))
    #expect(deep.utf8.count <= ValueWords.bytesAtMost)
  }

  final class Node {
    var next: Node?
  }

  @Test("an object that holds itself is looked into once, and a value beyond a bound for no longer")
  func bounds() async {
    let node = Node()
    node.next = node
    #expect(ValueBounds.hold(node, parts: 100, bytes: 100))
    node.next = nil
    #expect(ValueBounds.hold([1, 2, 3], parts: 4, bytes: 0))
    #expect(!ValueBounds.hold([1, 2, 3], parts: 3, bytes: 0))
    #expect(!ValueBounds.hold(["ab", "c"], parts: 3, bytes: 2))
    #expect(!ValueBounds.hold([UInt8](repeating: 0, count: 64 << 20), parts: 1_000, bytes: 1_000))
    #expect(await onSmallThread { !ValueBounds.hold(DeepValue.deepest, parts: .max, bytes: 0) })
    #expect(await onSmallThread { !ValueBounds.hold(DeepValue.widest, parts: 1_000, bytes: 0) })
  }
}
