import PandoCasePaths
import Testing

extension Shapes {
  @Suite("A case path")
  struct AnyCasePathTests {
    @Test("modifies a payload without copying its buffer, at any depth")
    func modifiesInPlace() {
      var one = Looked.list(Array(0..<1_000))
      expectSameBuffer(&one, AnyCasePath(\.list), rows: { $0 }) { $0[0] = -1 }
      var two = Looked.detail(.rows(Array(0..<1_000), selected: 0))
      expectSameBuffer(&two, AnyCasePath(\.detail.rows), rows: \.0) { $0.0[0] = -1 }
      var three: Looked? = .detail(.rows(Array(0..<1_000), selected: 0))
      expectSameBuffer(&three, AnyCasePath(\.some.detail.rows), rows: \.0) { $0.0[0] = -1 }
      var four = Result<[Int], Parent.Failure>.success(Array(0..<1_000))
      expectSameBuffer(&four, AnyCasePath(\.success), rows: { $0 }) { $0[0] = -1 }
    }

    @Test("can be written by hand")
    func byHand() {
      let path = AnyCasePath<Single, Int>(
        embed: { .only($0) },
        extract: {
          switch $0 {
          case .only(let value): value
          }
        }
      )
      var value = Single.only(1)
      #expect(
        path.modify(&value) {
          $0 += 1; return $0
        } == 2)
      #expect(value == .only(2))
    }

    @Test("passes on what the body throws, and keeps what it changed before")
    func throwing() {
      struct Stop: Error, Equatable {}
      var value = Single.only(1)
      #expect(throws: Stop()) {
        try AnyCasePath(\Single.Cases.only).modify(&value) { payload throws(Stop) in
          payload = 9
          throw Stop()
        }
      }
      #expect(value == .only(9))
    }

    @Test("embeds a case without a payload without an argument")
    func void() {
      #expect(AnyCasePath(\Parent.Cases.child.tapped).embed() == .child(.tapped))
    }

    @Test("appends another")
    func appends() {
      let path = AnyCasePath(\Parent.Cases.child).appending(path: AnyCasePath(\.typed))
      #expect(path.embed("a") == .child(.typed("a")))
      #expect(path.extract(from: .child(.typed("a"))) == "a")
      #expect(path.extract(from: .child(.tapped)) == nil)
    }

    @Test("crosses tasks")
    func sendable() async {
      let path = AnyCasePath(\Parent.Cases.child.typed)
      let text = await Task.detached { path.extract(from: .child(.typed("a"))) }.value
      #expect(text == "a")
    }

    private func expectSameBuffer<Root, Value>(
      _ root: inout Root,
      _ path: AnyCasePath<Root, Value>,
      rows: (Value) -> [Int],
      change: (inout Value) -> Void,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      func address(_ value: Value) -> UnsafeRawPointer? {
        rows(value).withUnsafeBytes { $0.baseAddress }
      }
      let before = path.extract(from: root).flatMap(address)
      path.modify(&root, yield: change)
      let after = path.extract(from: root).flatMap(address)
      #expect(before == after, sourceLocation: sourceLocation)
    }
  }
}
