import Observation
import Pando
import Synchronization
import Testing

@Suite("Observing fields")
struct FieldTests {
  @Test("each field is told alone, and a set to an equal value is not", arguments: [false, true])
  func alone(hosted: Bool) async {
    let store = Grove.store(hosted: hosted)
    let title = Watch { store.title }
    let count = Watch { store.child.count }
    let name = Watch { store.child.name }
    await store.send(.title("a")).finish()
    #expect([title, count, name].map { $0.takeCount() } == [1, 0, 0])
    await store.send(.title("a")).finish()
    #expect([title, count, name].map { $0.takeCount() } == [0, 0, 0])
    await store.send(.child(.add(1))).finish()
    #expect([title, count, name].map { $0.takeCount() } == [0, 1, 0])
    await store.send(.child(.add(0))).finish()
    #expect([title, count, name].map { $0.takeCount() } == [0, 0, 0])
    await store.send(.child(.rename("b"))).finish()
    #expect([title, count, name].map { $0.takeCount() } == [0, 0, 1])
    await store.send(.child(.rename("b"))).finish()
    #expect([title, count, name].map { $0.takeCount() } == [0, 0, 0])
    await store.send(.child(.hide)).finish()
    #expect([title, count, name].map { $0.takeCount() } == [0, 0, 0])
    await store.stop()
  }

  @Test(
    "a field of a child tells when the child is set, cleared or replaced", arguments: [false, true])
  func optional(hosted: Bool) async {
    let store = Grove.store(hosted: hosted)
    let count = Watch { store.optional?.count }
    let isThere = Watch { store.optional == nil }
    func send(_ edit: @escaping @Sendable (inout Grove.State) -> Void) async {
      await store.send(.edit(edit)).finish()
    }
    await send { $0.optional = Counter.State() }
    #expect([count, isThere].map { $0.takeCount() } == [1, 1])
    await store.send(.optional(.add(2))).finish()
    #expect([count, isThere].map { $0.takeCount() } == [1, 0])
    await store.send(.optional(.rename("x"))).finish()
    #expect([count, isThere].map { $0.takeCount() } == [0, 0])
    await send { $0.optional?.count += 1 }
    #expect([count, isThere].map { $0.takeCount() } == [1, 0])
    await send { $0.optional = Counter.State(id: 1, count: 3) }
    #expect([count, isThere].map { $0.takeCount() } == [1, 1])
    await store.send(.optional(.add(1))).finish()
    #expect([count, isThere].map { $0.takeCount() } == [1, 0])
    await send { $0.optional = nil }
    #expect([count, isThere].map { $0.takeCount() } == [1, 1])
    await store.stop()
  }

  @Test("presented state tells as optional state does", arguments: [false, true])
  func presented(hosted: Bool) async {
    let store = Grove.store(hosted: hosted)
    let count = Watch { store.sheet?.count }
    let wrapper = Watch { store.state.$sheet.wrappedValue?.count }
    await store.send(.edit { $0.sheet = Counter.State() }).finish()
    #expect(count.takeCount() == 1)
    await store.send(.sheet(.presented(.add(2)))).finish()
    #expect(count.takeCount() == 1)
    await store.send(.sheet(.presented(.rename("x")))).finish()
    #expect(count.takeCount() == 0)
    await store.send(.edit { $0.sheet?.count = 5 }).finish()
    #expect(count.takeCount() == 1)
    await store.send(.edit { $0.$sheet.wrappedValue?.count = 6 }).finish()
    #expect(count.takeCount() == 1)
    await store.send(.sheet(.dismiss)).finish()
    #expect(count.takeCount() == 1)
    #expect(store.sheet == nil)
    #expect(wrapper.takeCount() > 0)
    await store.stop()
  }

  @Test("rows tell of themselves, and the array of which rows there are", arguments: [false, true])
  func rows(hosted: Bool) async {
    let store = Grove.store(hosted: hosted)
    await store.send(.edit { $0.rows = [Counter.State(id: 1), Counter.State(id: 2)] }).finish()
    let ids = Watch { store.rows.ids }
    let first = Watch { store.rows[id: 1]?.count }
    let second = Watch { store.rows[id: 2]?.count }
    func changes() -> [Int] { [ids, first, second].map { $0.takeCount() } }
    await store.send(.rows(.element(id: 1, action: .add(1)))).finish()
    #expect(changes() == [0, 1, 0])
    await store.send(.rows(.element(id: 2, action: .add(1)))).finish()
    #expect(changes() == [0, 0, 1])
    await store.send(.rows(.element(id: 2, action: .rename("x")))).finish()
    #expect(changes() == [0, 0, 0])
    await store.send(.edit { $0.rows.append(Counter.State(id: 3)) }).finish()
    #expect(changes() == [1, 1, 1])
    await store.send(.edit { $0.rows.move(fromOffsets: [0], toOffset: 3) }).finish()
    #expect(changes() == [1, 1, 1])
    await store.send(.edit { $0.rows[id: 1]?.count = 9 }).finish()
    #expect(changes() == [1, 1, 1])
    await store.send(.rows(.element(id: 1, action: .add(1)))).finish()
    #expect(changes() == [0, 1, 0])
    await store.send(.rows(.element(id: 1, action: .replace(Counter.State(id: 1, count: 70)))))
      .finish()
    #expect(first.takeCount() == 1)
    #expect(store.rows[id: 1]?.count == 70)
    _ = changes()
    await store.send(.edit { $0.rows.remove(id: 2) }).finish()
    #expect(changes() == [1, 1, 1])
    await store.stop()
  }

  @Test("an enum tells of its case, and its payload of itself")
  func enums() {
    let store = Grove.store(hosted: false)
    let count = Watch { store.page.counter?.count }
    func send(_ action: Page.Action) { store.send(.page(action)) }
    send(.show(.counter(Counter.State())))
    #expect(count.takeCount() == 1)
    send(.counter(.add(1)))
    #expect(count.takeCount() == 1)
    send(.counter(.rename("x")))
    #expect(count.takeCount() == 0)
    send(.show(.text("a")))
    #expect(count.takeCount() == 1)
    send(.show(.empty))
    #expect(count.takeCount() == 1)
    send(.show(.empty))
    #expect(count.takeCount() == 0)
  }

  @Test("a store whose own state is an enum is observed alike")
  func rootEnum() {
    let store = Store(initialState: Page.State.empty) { Page() }
    let count = Watch { store.counter?.count }
    store.send(.show(.counter(Counter.State())))
    #expect(count.takeCount() == 1)
    store.send(.counter(.add(1)))
    #expect(count.takeCount() == 1)
    store.send(.counter(.rename("x")))
    #expect(count.takeCount() == 0)
    store.send(.show(.counter(Counter.State())))
    #expect(count.takeCount() == 1)
    store.send(.counter(.add(1)))
    #expect(count.takeCount() == 1)
  }

  @Test("a state that replaces itself tells, also with an earlier copy", arguments: [false, true])
  func replacement(hosted: Bool) async {
    let store = Grove.store(hosted: hosted)
    let count = Watch { store.child.count }
    await store.send(.child(.add(3))).finish()
    let three = store.state.child
    await store.send(.child(.add(4))).finish()
    _ = count.takeCount()
    await store.send(.child(.replace(three))).finish()
    #expect(count.takeCount() == 1)
    #expect(store.child.count == 3)
    await store.send(.child(.add(1))).finish()
    #expect(count.takeCount() == 1)
    await store.send(.child(.reset)).finish()
    #expect(count.takeCount() == 1)
    await store.send(.child(.add(1))).finish()
    #expect(count.takeCount() == 1)
    // By the parent, and edited meanwhile.
    await store.send(.edit { $0.child = three }).finish()
    #expect(count.takeCount() == 1)
    var edited = store.state.child
    edited.count = 50
    await store.send(.edit { [edited] in $0.child = edited }).finish()
    #expect(count.takeCount() == 1)
    #expect(store.child.count == 50)
    await store.send(.child(.add(1))).finish()
    #expect(count.takeCount() == 1)
    await store.stop()
  }

  @Test("the whole state of a parent may be an earlier copy whose children changed since")
  func history() {
    let store = Grove.store(hosted: false)
    let count = Watch { store.child.count }
    let earlier = store.state
    store.send(.child(.add(1)))
    #expect(count.takeCount() == 1)
    store.send(.edit { $0 = earlier })
    #expect(count.takeCount() == 1)
    #expect(store.child.count == 0)
    store.send(.child(.add(1)))
    #expect(count.takeCount() == 1)
  }

  @Test("plain values inside are told as a whole")
  func plain() {
    let store = Grove.store(hosted: false)
    let value = Watch { store.plain.value }
    store.send(.edit { $0.plain.value = 1 })
    #expect(value.takeCount() == 1)
    store.send(.edit { $0.plain = Grove.State.Plain(value: 1) })
    #expect(value.takeCount() == 0)
  }

  @Test("copies may be changed without telling anybody")
  func copies() {
    let store = Grove.store(hosted: false)
    let count = Watch { store.child.count }
    var copy = store.state
    copy.child.count = 7
    copy.title = "x"
    #expect(count.takeCount() == 0)
    #expect(store.child.count == 0)
    store.send(.child(.add(1)))
    #expect(count.takeCount() == 1)
  }
}
