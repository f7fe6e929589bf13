import Pando
import PandoTesting
import Testing

@Suite("A hosted child whose actions commit when they are ready", .timeLimit(.minutes(15)))
struct OrderAsReadyTests {
  private let faults = HostingFaults()

  @Test("delays neither local actions nor those of others, and keeps its own order")
  func delaysNobody() async {
    let store = Plantation.makeStore(faults)
    faults.cutOff()
    let picks = (1...3).map { store.send(.prompt(.pick($0))) }
    store.send(.day)
    store.send(.day)
    #expect(store.state.diary == ["day", "day"])
    faults.heal()
    for pick in picks { await pick.finish() }
    #expect(store.state.diary == ["day", "day", "prompt 1", "prompt 2", "prompt 3"])
    #expect(store.state.prompt?.apples == [1, 2, 3])
  }

  @Test("in the default order what is sent later waits")
  func asSentWaits() async {
    let store = Plantation.makeStore(faults)
    faults.cutOff()
    let pick = store.send(.patient(.pick(1)))
    let day = store.send(.day)
    #expect(store.state.diary.isEmpty)
    faults.heal()
    await pick.finish()
    await day.finish()
    #expect(store.state.diary == ["patient 1", "day"])
  }

  @Test("is not delayed by a child that commits as sent")
  func isNotDelayed() async {
    let store = Plantation.makeStore(faults)
    await store.send(.prompt(.pick(0))).finish()
    faults.cutOff()
    let patient = store.send(.patient(.pick(1)))
    let prompt = store.send(.prompt(.pick(1)))
    #expect(store.state.diary == ["prompt 0"])
    faults.heal()
    await prompt.finish()
    await patient.finish()
    #expect(Set(store.state.diary.dropFirst()) == ["patient 1", "prompt 1"])
  }

  @Test("what a reducer sends goes ahead of what waits for the same child")
  func familiesFirst() async {
    let store = Plantation.makeStore(faults)
    faults.cutOff()
    let tasks = [
      store.send(.prompt(.pickTwice(5))), store.send(.prompt(.pick(1))), store.send(.day),
    ]
    faults.heal()
    for task in tasks { await task.finish() }
    #expect(store.state.diary == ["day", "prompt 5", "prompt -5", "prompt 1"])
    #expect(store.state.prompt?.apples == [5, -5, 1])
  }

  @Test("what an action sends that a reducer sent goes ahead of what waits for the same child, too")
  func familiesOfFamilies() async {
    let store = Plantation.makeStore(faults)
    faults.cutOff()
    store.send(.prompt(.pickLater(5)))
    let last = store.send(.prompt(.pick(1)))
    faults.heal()
    await last.finish()
    #expect(store.state.diary == ["prompt 5", "prompt -5", "prompt 1"])
    #expect(store.state.prompt?.apples == [5, -5, 1])
  }

  @Test("what waits for a child that goes commits then, as in one process: nobody is there")
  func replaced() async {
    let store = Plantation.makeStore(faults)
    faults.cutOff()
    let picks = (1...3).map { store.send(.prompt(.pick($0))) }
    await withKnownIssue {
      store.send(.fell)
      for pick in picks { await pick.finish() }
    } matching: {
      "\($0)".contains("received a child action when child state was")
    }
    store.send(.plant)
    let pick = store.send(.prompt(.pick(4)))
    faults.heal()
    await pick.finish()
    #expect(store.state.prompt?.apples == [4])
  }

  @Test("counts against the window")
  func window() {
    let store = Plantation.makeStore(faults, window: 2)
    faults.cutOff()
    store.send(.prompt(.pick(1)))
    #expect(throws: Never.self) { try store.sendIfRoom(.prompt(.pick(2))) }
    #expect(throws: StoreIsFull.self) { try store.sendIfRoom(.prompt(.pick(3))) }
    #expect(throws: StoreIsFull.self) { try store.sendIfRoom(.day) }
  }

  @Test("stopping the store ends what waits")
  func stopping() async {
    let store = Plantation.makeStore(faults)
    faults.cutOff()
    let picks = (1...3).map { store.send(.prompt(.pick($0))) }
    await store.stop()
    for pick in picks { await pick.finish() }
    #expect(store.state.diary.isEmpty)
  }

  @Test("gives the same states under any failures", arguments: 0..<20)
  func anyFailures(seed: Int) async {
    let store = Plantation.makeStore(HostingFaults(.random(seed: UInt64(seed))))
    var tasks: [StoreTask] = []
    for number in 1...30 {
      tasks.append(store.send(.prompt(.pick(number))))
      tasks.append(store.send(.patient(.pick(number))))
      if number.isMultiple(of: 5) { tasks.append(store.send(.day)) }
    }
    for task in tasks { await task.finish() }
    #expect(store.state.prompt?.apples == Array(1...30))
    #expect(store.state.patient?.apples == Array(1...30))
    #expect(store.state.days == 6)
    let patient = store.state.diary.filter { !$0.hasPrefix("prompt") }
    let expected = (1...30).flatMap { ["patient \($0)"] + ($0.isMultiple(of: 5) ? ["day"] : []) }
    #expect(patient == expected)
  }
}
