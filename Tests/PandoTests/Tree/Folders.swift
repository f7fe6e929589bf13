import Pando
import Synchronization
import Testing

/// Notes which effects of a test have begun, and which have been told to end.
final class EffectLog: Sendable {
  private struct Notes {
    var begun: Set<Int> = []
    var ended: Set<Int> = []
  }

  private let notes = Mutex(Notes())

  var begun: Set<Int> { notes.withLock { $0.begun } }
  var ended: Set<Int> { notes.withLock { $0.ended } }

  /// Returns when it is cancelled.
  func wait(_ number: Int) async {
    await withTaskCancellationHandler {
      notes.withLock { _ = $0.begun.insert(number) }
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
    } onCancel: {
      notes.withLock { _ = $0.ended.insert(number) }
    }
  }

  /// Waits until an effect has begun.
  func begin(_ number: Int) async {
    await poll { $0.begun.contains(number) || $0.ended.contains(number) }
    #expect(begun.contains(number) || ended.contains(number), "effect \(number) never began")
  }

  /// Waits until effects have ended, and returns those that have.
  func ended(waitingFor expected: Set<Int>) async -> Set<Int> {
    await poll { $0.ended.isSuperset(of: expected) }
    return ended
  }

  private func poll(_ condition: @Sendable (Notes) -> Bool) async {
    for _ in 0..<6_000 {
      if notes.withLock({ condition($0) }) { return }
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}

/// Folders in folders, whose effects end when they are cancelled or when their folder goes.
@Reducer
struct Folder {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id = 0
    var rows: IdentifiedArrayOf<State> = []
  }

  indirect enum Action: Codable, Sendable {
    case rows(IdentifiedAction<Int, Action>)
    case start(Int, ids: [Int], section: Int?, cancelInFlight: Bool)
    case cancel(Int)
    case cancelInEffect(Int)
    case cancelInEffects(Int)
    case add(Int)
    case remove(Int)
    case clear
  }

  let log: EffectLog
  var hostsRows = false

  init(_ log: EffectLog, hostsRows: Bool = false) {
    self.log = log
    self.hostsRows = hostsRows
  }

  var body: some ReducerOf<Self> {
    FolderAlone(log).forEach(\.rows, action: \.rows) {
      if hostsRows { Folder(log).hosted() } else { Folder(log) }
    }
  }
}

/// A folder without those in it.
struct FolderAlone: Reducer {
  let log: EffectLog

  init(_ log: EffectLog) {
    self.log = log
  }

  func reduce(into state: inout Folder.State, action: Folder.Action) -> Effect<Folder.Action> {
    switch action {
    case .rows: break
    case .start(let number, let ids, let section, let cancelInFlight):
      var effect = Effect<Folder.Action>.run { [log] _ in
        guard let section else { return await log.wait(number) }
        await withTaskCancellation(id: section, cancelInFlight: cancelInFlight) {
          await log.wait(number)
        }
      }
      for id in ids { effect = effect.cancellable(id: id, cancelInFlight: cancelInFlight) }
      return effect
    case .cancel(let id): return .cancel(id: id)
    case .cancelInEffect(let id): return .run { _ in Task.cancel(id: id) }
    case .cancelInEffects(let id):
      return .run { _ in
        while !Task.isCancelled {
          Task.cancel(id: id)
          await Task.yield()
        }
      }
    case .add(let id): state.rows.append(Folder.State(id: id))
    case .remove(let id): state.rows.remove(id: id)
    case .clear: state.rows = []
    }
    return .none
  }
}

extension Folder.State {
  /// The paths to every folder.
  var paths: [[Int]] {
    [[]] + rows.flatMap { row in row.paths.map { [row.id] + $0 } }
  }

  func contains(_ path: ArraySlice<Int>) -> Bool {
    guard let first = path.first else { return true }
    return rows[id: first]?.contains(path.dropFirst()) ?? false
  }

  mutating func change(
    _ path: ArraySlice<Int>, _ body: (inout IdentifiedArrayOf<Folder.State>) -> Void
  ) {
    guard let first = path.first else { return body(&rows) }
    rows[id: first]?.change(path.dropFirst(), body)
  }
}

extension Folder.Action {
  /// An action for the folder that a path leads to.
  static func at(_ path: ArraySlice<Int>, _ action: Folder.Action) -> Folder.Action {
    guard let first = path.first else { return action }
    return .rows(.element(id: first, action: at(path.dropFirst(), action)))
  }

  static func start(_ number: Int) -> Folder.Action {
    .start(number, ids: [], section: nil, cancelInFlight: false)
  }
}

/// A folder, and somebody who changes it as they like and keeps copies of it.
@Reducer
struct Cabinet {
  enum Hosting: CaseIterable {
    /// Nothing is hosted, and nothing can be: no feature contains itself.
    case impossible
    case nothing, rows, whole
  }

  struct State: Sendable {
    var folder = Folder.State()
    /// Copies of rows, by the level that they are from.
    var saved: [IdentifiedArrayOf<Folder.State>] = Array(repeating: [], count: 8)
  }

  enum Action: Sendable {
    case folder(Folder.Action)
    case edit(@Sendable (inout State) -> Void)
  }

  let log: EffectLog
  var hosting = Hosting.nothing

  init(_ log: EffectLog, hosting: Hosting = .nothing) {
    self.log = log
    self.hosting = hosting
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.folder, action: \.folder) {
      if hosting == .impossible {
        FolderAlone(log).forEach(\.rows, action: \.rows) {
          FolderAlone(log).forEach(\.rows, action: \.rows) {
            FolderAlone(log).forEach(\.rows, action: \.rows) { FolderAlone(log) }
          }
        }
      } else if hosting == .whole {
        Folder(log).hosted()
      } else {
        Folder(log, hostsRows: hosting == .rows)
      }
    }
    Reduce { state, action in
      if case .edit(let body) = action { body(&state) }
      return .none
    }
  }
}
