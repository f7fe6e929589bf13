import Foundation
import Pando
import Testing

@Suite("Values that are printed whole", .timeLimit(.minutes(15)))
struct ValueTextTests {
  /// Kept for ever where it is deep: the runtime frees it by calling itself for each level.
  private indirect enum Chain: Equatable, Sendable {
    case end(Int)
    case link(Chain)

    static let deep = (0...1).map { number in
      (0..<20_000).reduce(Chain.end(number)) { chain, _ in .link(chain) }
    }
  }

  private final class Node: Sendable {
    let number = 1
    nonisolated(unsafe) var next: Node?
  }

  private func onSmallThread(_ body: @escaping @Sendable () -> String?) async -> String? {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  @Test("are shown to a depth and a length where they have more")
  func bounded() async throws {
    let deep = await onSmallThread { ValueText.text(of: Chain.deep[0]) }
    #expect(try #require(deep).contains("link"))
    #expect(try #require(deep).utf8.count < 8_192)
    let wide = ValueText.text(of: [Int](repeating: 7, count: 200_000))
    #expect(wide.contains("7"))
    #expect(wide.utf8.count <= ValueText.bytesAtMost)
    let long = ValueText.text(of: String(repeating: "x", count: 1 << 20))
    #expect(long.utf8.count <= ValueText.bytesAtMost)
    let loop = Node()
    loop.next = loop
    #expect(ValueText.text(of: loop).contains("number: 1"))
    loop.next = nil
  }

  @Test("differ in what is shown of them, and are not said to be equal where more is not shown")
  func difference() async {
    #expect(ValueText.difference(1, 1) == nil)
    #expect(ValueText.difference(1, 2) != nil)
    let deep = await onSmallThread { ValueText.difference(Chain.deep[0], Chain.deep[1]) }
    #expect(deep?.contains("too large or too deep to be compared") == true)
    var rows = [Int](repeating: 7, count: 200_000)
    let old = rows
    rows[3] = 8
    let wide = ValueText.difference(old, rows)
    #expect(wide?.contains("+") == true)
    #expect((wide?.utf8.count ?? 0) <= ValueText.bytesAtMost)
  }

  @Test("of a binding are what is set, or the beginning of it")
  func binding() {
    struct Form: Equatable { var text = "" }
    let short = BindingAction<Form>.set(\.text, "a")
    #expect(short.description.hasSuffix(#", "a")"#))
    let long = BindingAction<Form>.set(\.text, String(repeating: "x", count: 1 << 20))
    #expect(long.description.utf8.count < 2_048)
  }
}
