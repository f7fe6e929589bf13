import PandoCasePaths
import Testing

extension Shapes {
  @Suite("A case key path")
  struct CaseKeyPathTests {
    @Test("embeds a payload when it is called")
    func embeds() {
      #expect((\Parent.Cases.child)(.tapped) == .child(.tapped))
      #expect((\Parent.Cases.child.tapped)() == .child(.tapped))
      #expect((\Parent.Cases.child.deep.toggled)(true) == .child(.deep(.toggled(true))))
    }

    @Test("extracts through chained cases, and nothing from other cases")
    func extracts() {
      let value = Parent.child(.deep(.toggled(true)))
      #expect(value[case: \.child] == .deep(.toggled(true)))
      #expect(value[case: \.child.deep] == .toggled(true))
      #expect(value[case: \.child.deep.toggled] == true)
      #expect(value[case: \.child.typed] == nil)
      #expect(value[case: \.rows] == nil)
    }

    @Test("goes into the action of one element by id")
    func identified() {
      let value = Parent.rows(.element(id: 3, action: .toggled(true)))
      #expect(value[case: \.rows[id: 3]] == .toggled(true))
      #expect(value[case: \.rows[id: 3].toggled] == true)
      #expect(value[case: \.rows[id: 4]] == nil)
      #expect(value[case: \.rows.element]?.id == 3)
      #expect((\Parent.Cases.rows[id: 7].deleted)() == .rows(.element(id: 7, action: .deleted)))
    }

    @Test("goes through optionals and results")
    func optionalsAndResults() {
      let value = Parent.maybe(.typed("a"))
      #expect(value[case: \.maybe.some] == .typed("a"))
      #expect(value[case: \.maybe.some.typed] == "a")
      #expect(value[case: \.maybe.typed] == "a")
      #expect(value[case: \.maybe.none] == nil)
      #expect(Parent.maybe(nil).is(\.maybe.none))
      #expect((\Parent.Cases.maybe.typed)("b") == .maybe(.typed("b")))

      let failed = Parent.result(.failure(Parent.Failure()))
      #expect(failed.is(\.result.failure))
      #expect(!failed.is(\.result.success))
      #expect((\Parent.Cases.result.success)(1) == .result(.success(1)))
    }

    @Test("is a test of the case, whatever the payload")
    func isCase() {
      let value = Parent.child(.typed("a"))
      #expect(value.is(\.child))
      #expect(value.is(\.child.typed))
      #expect(!value.is(\.child.tapped))
      let any: PartialCaseKeyPath<Parent> = \.child.typed
      #expect(value.is(any))
    }

    @Test("is a pattern of a switch")
    func pattern() {
      func name(_ value: Parent) -> String {
        switch value {
        case \.child.tapped: "tapped"
        case \.child: "child"
        default: "other"
        }
      }
      #expect(name(.child(.tapped)) == "tapped")
      #expect(name(.child(.typed("a"))) == "child")
      #expect(name(.maybe(nil)) == "other")
    }

    @Test("sets the case, whatever the value was")
    func sets() {
      var value = Parent.maybe(nil)
      value[case: \.child] = .tapped
      #expect(value == .child(.tapped))
      value[case: \.rows[id: 1].toggled] = false
      #expect(value == .rows(.element(id: 1, action: .toggled(false))))
      value[case: \.child] = nil
      #expect(value == .rows(.element(id: 1, action: .toggled(false))))
      value[case: \.rows[id: 1].toggled]?.toggle()
      #expect(value == .rows(.element(id: 1, action: .toggled(true))))
      value[case: \.child.typed]?.append("a")
      #expect(value == .rows(.element(id: 1, action: .toggled(true))))
    }

    @Test("modifies the payload in that case, and nothing in another")
    func modifies() {
      var value = Looked.list([1])
      #expect(value.modify(\.list) { $0.append(2) })
      #expect(value == .list([1, 2]))
      #expect(!value.modify(\.detail) { _ in Issue.record("The value is in another case.") })
      #expect(value == .list([1, 2]))
    }

    @Test("that ends where it starts is the value itself")
    func identity() {
      let path = AnyCasePath(\Parent.Cases.self)
      #expect(path.extract(from: .child(.tapped)) == .child(.tapped))
      #expect(path.embed(.maybe(nil)) == .maybe(nil))
    }
  }
}
