import Testing

@testable import Pando

/// Effects end with the row that they belong to, however it goes.
@Suite("What a commit takes away")
struct SweepTests {
  private typealias Edit = @Sendable (inout Cabinet.State) -> Void

  private func run(
    _ hosting: Cabinet.Hosting, _ actions: [Cabinet.Action], ends expected: Set<Int>
  ) async {
    let log = EffectLog()
    let store = Store(initialState: Cabinet.State()) { Cabinet(log, hosting: hosting) }
    for action in actions { store.send(action) }
    #expect(await log.ended(waitingFor: expected) == expected)
    await store.stop()
  }

  private func start(_ number: Int, at path: [Int]) -> Cabinet.Action {
    .folder(.at(path[...], .start(number)))
  }

  @Test(
    "a list that is emptied a second time ends what began since",
    arguments: Cabinet.Hosting.allCases
  )
  func emptiedTwice(hosting: Cabinet.Hosting) async {
    await run(
      hosting,
      [
        .edit { $0.folder.rows = [Folder.State(id: 1)] }, start(1, at: [1]),
        .edit { $0.folder.rows = [] },
        .edit { $0.folder.rows = [Folder.State(id: 2)] }, start(2, at: [2]),
        .edit { $0.folder.rows = [] },
      ], ends: [1, 2])
  }

  @Test(
    "the same in a row of the list",
    arguments: Cabinet.Hosting.allCases)
  func emptiedTwiceBelow(hosting: Cabinet.Hosting) async {
    await run(
      hosting,
      [
        .edit { $0.folder.rows = [Folder.State(id: 9, rows: [Folder.State(id: 1)])] },
        start(3, at: [9]), start(1, at: [9, 1]),
        .edit { $0.folder.rows[id: 9]?.rows = [] },
        .edit { $0.folder.rows[id: 9]?.rows = [Folder.State(id: 2)] }, start(2, at: [9, 2]),
        .edit { $0.folder.rows[id: 9]?.rows = [] },
      ], ends: [1, 2])
  }

  /// Row 1 has gone when the list is saved, and row 3 comes afterwards.
  private var afterACopy: [Cabinet.Action] {
    [
      .edit { $0.folder.rows = [Folder.State(id: 1), Folder.State(id: 2)] }, start(1, at: [1]),
      .edit { $0.folder.rows.remove(id: 1) },
      .edit { $0.saved[0] = $0.folder.rows },
      .edit { $0.folder.rows.append(Folder.State(id: 3)) }, start(3, at: [3]),
    ]
  }

  @Test(
    "an old copy of a list ends what began since it was made",
    arguments: Cabinet.Hosting.allCases)
  func oldCopy(hosting: Cabinet.Hosting) async {
    await run(
      hosting,
      afterACopy + [
        .edit { $0.folder.rows = $0.saved[0] }
      ], ends: [1, 3])
  }

  @Test(
    "an old copy of a list that loses a row ends what began since, too",
    arguments: Cabinet.Hosting.allCases)
  func oldCopyWithoutRow(hosting: Cabinet.Hosting) async {
    await run(
      hosting,
      afterACopy + [
        .edit {
          $0.folder.rows = $0.saved[0]
          $0.folder.rows.remove(id: 2)
        }
      ], ends: [1, 3])
  }

  @Test(
    "a part of a parent's effect ends what is in flight", arguments: Cabinet.Hosting.allCases)
  func section(hosting: Cabinet.Hosting) async {
    let log = EffectLog()
    let store = Store(
      initialState: Cabinet.State(folder: Folder.State(rows: [Folder.State(id: 1)]))
    ) {
      Cabinet(log, hosting: hosting)
    }
    store.send(
      .folder(.at([1], .start(1, ids: [7], section: nil, cancelInFlight: false))))
    await log.begin(1)
    store.send(.folder(.start(2, ids: [], section: 7, cancelInFlight: true)))
    #expect(await log.ended(waitingFor: [1]) == [1])
    await store.stop()
  }

  // MARK: - Random programs

  private struct Running {
    let path: [Int]
    let ids: [Int]
  }

  @Test("is what the state tells", arguments: Cabinet.Hosting.allCases, 1...25 as ClosedRange)
  func programs(hosting: Cabinet.Hosting, seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let log = EffectLog()
    let engine = StoreEngine(
      initialState: { Cabinet.State() }, reducer: { Cabinet(log, hosting: hosting) },
      dependencies: .current)
    let store = Store(engine: engine)
    var running: [Int: Running] = [:]
    var ended: Set<Int> = []
    func end(_ id: Int, at path: [Int]) {
      for (number, effect) in running
      where effect.ids.contains(id) && effect.path.starts(with: path) {
        running[number] = nil
        ended.insert(number)
      }
    }
    var trace: [String] = []
    for number in 1...60 {
      let path = try #require(store.state.folder.paths.randomElement(using: &generator))
      let id = Int.random(in: 1...2, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...2:
        let section = generator.chance(oneIn: 3) ? id : nil
        // A section that cancels what is in flight would else cancel its own effect.
        let ids =
          section == nil ? [[], [id], [id, id], [1, 2]].randomElement(using: &generator)! : []
        let cancelInFlight = generator.chance(oneIn: 5)
        if cancelInFlight { for id in ids + [section].compactMap(\.self) { end(id, at: path) } }
        trace.append("\(number) \(path) \(ids) \(section ?? 0) \(cancelInFlight)")
        store.send(
          .folder(
            .at(
              path[...],
              .start(number, ids: ids, section: section, cancelInFlight: cancelInFlight))))
        await log.begin(number)
        running[number] = Running(path: path, ids: ids + [section].compactMap(\.self))
      case 3:
        trace.append("cancel \(path) \(id)")
        store.send(.folder(.at(path[...], .cancel(id))))
        end(id, at: path)
      case 4:
        trace.append("cancel \(path) \(id) in an effect")
        await store.send(.folder(.at(path[...], .cancelInEffect(id)))).finish()
        end(id, at: path)
      default:
        let edits = (1...Int.random(in: 1...3, using: &generator)).map { _ in
          edit(store.state.folder, &generator)
        }
        store.send(.edit { state in for edit in edits { edit(&state) } })
      }
      let folder = store.state.folder
      trace.append("\(folder.paths.dropFirst())")
      for (number, effect) in running where !folder.contains(effect.path[...]) {
        running[number] = nil
        ended.insert(number)
      }
      // So that the next step does not meet what is still to end.
      let found = await log.ended(waitingFor: ended)
      #expect(found == ended, "seed \(seed): \(trace.joined(separator: "; "))")
      if found != ended { break }
    }
    if hosting == .rows || hosting == .whole {
      let isHosted = running.values.contains { hosting == .whole || !$0.path.isEmpty }
      for _ in 0..<12_000 where isWatched(engine) != isHosted || !engine.strayLanes.isEmpty {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(isWatched(engine) == isHosted)
      #expect(engine.strayLanes.isEmpty)
    }
    await store.stop()
  }

  private func isWatched(_ engine: StoreEngine<Cabinet.State, Cabinet.Action>) -> Bool {
    engine.withState { _ in engine.tree.isWatched }
  }

  private func edit(_ folder: Folder.State, _ generator: inout SeededGenerator) -> Edit {
    let paths = folder.paths.filter { $0.count < 3 }
    let path = paths.randomElement(using: &generator)!
    let id = Int.random(in: 1...3, using: &generator)
    let slot = 2 * path.count + Int.random(in: 0...1, using: &generator)
    func change(_ body: @escaping @Sendable (inout IdentifiedArrayOf<Folder.State>) -> Void) -> Edit
    {
      { $0.folder.change(path[...], body) }
    }
    switch Int.random(in: 0..<14, using: &generator) {
    case 0...3: return change { $0.append(Folder.State(id: id)) }
    case 4, 5: return change { $0.remove(id: id) }
    case 6:
      return change {
        if let row = $0.remove(id: id) { $0.append(row) }
      }
    case 7: return change { $0 = [] }
    case 8: return change { $0.removeAll() }
    case 9:
      return change {
        if !$0.isEmpty, !$0.ids.contains(id) { $0[0] = Folder.State(id: id) }
      }
    case 10, 11:
      return { state in
        state.folder.change(path[...]) { [saved = state.saved[slot]] in $0 = saved }
      }
    case 12:
      return { state in
        state.folder.change(path[...]) { [saved = state.saved[slot]] in
          $0 = saved
          $0.remove(id: id)
        }
      }
    default:
      return { state in
        var rows: IdentifiedArrayOf<Folder.State> = []
        state.folder.change(path[...]) { rows = $0 }
        state.saved[slot] = rows
      }
    }
  }
}
