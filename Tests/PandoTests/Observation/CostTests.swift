import Observation
import Testing

@testable import Pando

@Suite("What observation costs those who do not observe")
struct CostTests {
  @Test("a store that nobody observes tracks nothing, whatever is read of it")
  func inactive() {
    let store = Grove.store(hosted: false, untrackedGrove)
    #expect(store.title == "")
    #expect(store.child.count == 0)
    #expect(store.state.child._$identity.tracker == nil)
    store.send(.child(.add(1)))
    store.send(.title("a"))
    #expect(store.withState { $0.child.count } == 1)
    #expect(store.state._$identity.tracker == nil)
    #expect(store.state.child._$identity.tracker == nil)
  }

  @Test("what is modified in place is not copied, observed or not")
  func inPlace() {
    let store = Grove.store(hosted: false)
    let words = Watch { store.child.words.count }
    store.send(.edit { $0.child.words = Array(repeating: "x", count: 1_000) })
    store.send(.edit { $0.child.words.reserveCapacity(10_000) })
    _ = words.takeCount()
    func address() -> Int {
      store.withState { $0.child.words.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
    }
    let before = address()
    store.send(.child(.say("a")))
    store.send(.edit { $0.child.words.append("b") })
    #expect(words.takeCount() == 2)
    #expect(address() == before)
  }

  @Test("presented state is modified in place")
  func presented() {
    struct Box {
      @Presents var words: [Int]?
    }
    var box = Box(words: Array(0..<100))
    box.words?.reserveCapacity(1_000)
    func address() -> Int {
      box.words?.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } ?? 0
    }
    let before = address()
    box.words?.append(1)
    #expect(address() == before)
  }

  @Test("a reducer reaches its child where it is stored, without the accessors of the parent")
  func storage() {
    #expect(StoredField(\Grove.State.child).offset >= 0)
    #expect(StoredField(\Grove.State.optional).offset >= 0)
    #expect(StoredField(\Grove.State.$sheet).offset >= 0)
    #expect(StoredField(\Grove.State.rows).offset >= 0)
    #expect(StoredField(\Grove.State.sheet).offset < 0)
    #expect(StoredField(\Counter.State.count).number == 1)
  }
}

/// As it was made before anything in the process was observed.
private let untrackedGrove: Grove.State = {
  let wasNeeded = StateTracker.isNeeded
  StateTracker.isNeeded = false
  defer { StateTracker.isNeeded = wasNeeded }
  return Grove.State()
}()
