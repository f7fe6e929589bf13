import PandoCasePaths
import Testing

extension Shapes {
  @Suite("@CasePathable")
  struct CasePathableTests {
    @Test("gives every shape of case a path that embeds and extracts")
    func shapes() {
      expectRoundTrip(\Shape.Cases.one, 1, as: .one(1))
      expectRoundTrip(\Shape.Cases.labelled, 1.5, as: .labelled(radius: 1.5))
      expectRoundTrip(\Shape.Cases.unlabelled, 2, as: .unlabelled(2))
      expectRoundTrip(\Shape.Cases.withDefault, 4, as: .withDefault(count: 4))
      expectRoundTrip(\Shape.Cases.optional, nil, as: .optional(nil))
      expectRoundTrip(\Shape.Cases.repeat, 3, as: .repeat(times: 3))
      expectRoundTrip(\Shape.Cases.nested, .nested(.one(1)), as: .nested(.nested(.one(1))))
      expectRoundTrip(\Single.Cases.only, 1, as: .only(1))
      #expect(Shape.nothing.is(\.nothing) && Shape.default.is(\.default))
      #expect((\Shape.Cases.default)() == .default)
      #expect(SingleEmpty.only.is(\.only))
      #expect(!Shape.nothing.is(\.default))
    }

    @Test("gives several associated values the type of a labelled tuple")
    func tuples() throws {
      let named = try #require(Shape.named(x: 1, y: 2, "a")[case: \.named])
      #expect(named.x == 1 && named.y == 2 && named.2 == "a")
      #expect((\Shape.Cases.named)((x: 1, y: 2, "a")) == .named(x: 1, y: 2, "a"))
      let tuple = try #require(Shape.tuple((3, 4))[case: \.tuple])
      #expect(tuple == (3, 4))
      let pair = try #require(Shape.pair(1, "a")[case: \.pair])
      #expect(pair == (1, "a"))
    }

    @Test("modifies tuples and single payloads in place")
    func modifies() {
      var shape = Shape.named(x: 1, y: 2, "a")
      shape.modify(\.named) { $0.y = 5 }
      #expect(shape == .named(x: 1, y: 5, "a"))
      shape = .nothing
      #expect(shape.modify(\.nothing) { _ in })
      #expect(!shape.modify(\.nested) { _ in })
      var single = Single.only(1)
      single.modify(\.only) { $0 += 1 }
      #expect(single == .only(2))
    }

    @Test("works in generic enums")
    func generics() {
      let path = AnyCasePath(\Generic<String>.Cases.list)
      #expect(path.extract(from: .list(["a"], index: 0))?.index == 0)
      #expect(path.extract(from: .value("a")) == nil)
      #expect(Generic.value(1)[case: \.value] == 1)
    }

    @Test("keeps cases inside #if")
    func conditions() {
      #expect(Conditional.always(1).is(\.always))
      #if DEBUG
        expectRoundTrip(\Conditional.Cases.one, 1, as: .one(1))
        #expect(Conditional.inner.is(\.inner))
      #else
        expectRoundTrip(\Conditional.Cases.one, "1", as: .one("1"))
      #endif
    }

    @Test("works at every level of access, and beside types that share names with the library's")
    func accessAndShadows() {
      #expect(CasePathAccess.canUsePrivate)
      #expect(CasePathAccess.Packaged.one(1)[case: \.one] == 1)
      #expect(CasePathSpace.Explicit.one(1)[case: \.one] == 1)
      #expect(CasePathSpace.Inherited.one(1)[case: \.one] == 1)
      #expect(Shadows.Action.nothing.is(\.nothing))
      #expect(Shadows.Action.one(Shadows.Void()).is(\.one))
    }

    @Test("gives dynamic members on request")
    func dynamicMembers() {
      let value = Looked.detail(.rows([1, 2], selected: 1))
      #expect(value.detail?.rows?.0 == [1, 2])
      #expect(value.list == nil)
      #expect(value[keyPath: \.detail?.rows?.selected] == 1)
      #expect(Looked.closed.closed != nil)
    }

    private func expectRoundTrip<Root: CasePathable & Equatable, Value: Equatable>(
      _ keyPath: CaseKeyPath<Root, Value>,
      _ payload: Value,
      as root: Root,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let path = AnyCasePath(keyPath)
      #expect(path.embed(payload) == root, sourceLocation: sourceLocation)
      #expect(path.extract(from: root) == .some(payload), sourceLocation: sourceLocation)
    }
  }
}
