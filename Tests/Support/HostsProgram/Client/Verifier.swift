import Pando

/// Compares what a store did with what one process makes of the same actions, state by state.
struct Verifier {
  private let engine: StoreEngine<Wood.State, Wood.Action>
  private var committed: Set<ActionMark> = []
  /// The place of each action of a sender in the order of acceptance.
  private var places: [ActionMark: Int] = [:]
  private var lastPlace = -1
  private(set) var stateCount = 0
  /// Grows out of every state that was compared.
  private(set) var digest: UInt64 = 1
  private(set) var violations: [String] = []

  init(_ initial: @escaping @Sendable () -> Wood.State) {
    var dependencies = DependencyValues()
    dependencies.hosting = .direct
    dependencies.isReplaying = true
    engine = StoreEngine(
      initialState: initial, reducer: { Wood(timeout: .seconds(60)) }, dependencies: dependencies)
  }

  mutating func check(_ news: Ledger.News) {
    for action in news.accepted {
      guard let mark = action.mark, mark.kind == .sent else { continue }
      if places.updateValue(places.count, forKey: mark) != nil { blame("\(mark) was sent twice") }
    }
    for entry in news.entries { check(entry) }
  }

  private mutating func check(_ entry: Ledger.Entry) {
    if let failure = entry.failure {
      blame("an action failed, because \(failure): \(entry.action)")
      return
    }
    _ = engine.send(entry.action)
    let expected = engine.withState { $0.digest }
    stateCount += 1
    digest = mix(digest, entry.digest)
    if expected != entry.digest {
      blame("state \(stateCount) differs from one process, after \(entry.action)")
    }
    guard let mark = entry.action.mark else { return }
    if !committed.insert(mark).inserted { blame("\(mark) committed twice") }
    if mark.kind == .said, !committed.contains(ActionMark(kind: .sent, number: mark.number)) {
      blame("an effect spoke ahead of the commit of its action: \(mark)")
    }
    guard mark.kind == .sent else { return }
    guard let place = places[mark] else { return blame("\(mark) committed, and nobody sent it") }
    if entry.action.isQuick { return }
    if place < lastPlace { blame("\(mark) committed behind one that was sent later") }
    lastPlace = max(lastPlace, place)
  }

  /// Returns the actions of senders that have not committed.
  var missing: [ActionMark] { places.keys.filter { !committed.contains($0) } }

  mutating func blame(_ text: String) {
    if violations.count < 20 { violations.append(text) }
  }

  func end() { engine.stop() }
}
