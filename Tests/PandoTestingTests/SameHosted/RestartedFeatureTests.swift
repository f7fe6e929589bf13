import Pando
import Synchronization
import Testing

@testable import PandoTesting

/// A clerk whose work an effect does, on a worker.
@Reducer
struct Clerk {
  struct State: Codable, Equatable {
    var isWorking = false
    var done = 0
    var interruptions = 0
  }
  enum Action: Codable, Equatable { case work, finished, interrupted }
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .work:
        state.isWorking = true
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(3))
          await send(.finished)
        }
      case .finished:
        (state.isWorking, state.done) = (false, state.done + 1)
      case .interrupted:
        (state.isWorking, state.interruptions) = (false, state.interruptions + 1)
      }
      return .none
    }
  }
}

/// An office that mounts, has a clerk and a chain of follow-ups, and may have a fault.
@Reducer
struct Office {
  enum Fault: Sendable { case none, coding, memory }

  struct State: Codable, Equatable {
    var clerk = Clerk.State()
    var mounts = 0
    var total = 0
    var note: String?
    var losesNote = false

    init(losesNote: Bool = false) { self.losesNote = losesNote }

    enum CodingKeys: CodingKey { case clerk, mounts, total, note, losesNote }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(clerk, forKey: .clerk)
      try container.encode(mounts, forKey: .mounts)
      try container.encode(total, forKey: .total)
      try container.encode(losesNote, forKey: .losesNote)
      if !losesNote { try container.encodeIfPresent(note, forKey: .note) }
    }
  }
  enum Action: Codable, Equatable { case clerk(Clerk.Action), mounted, add(Int), write(String) }

  /// Counts what it has reduced, outside of the state.
  final class Memory: Sendable {
    let count = Mutex(0)
  }

  var fault = Fault.none
  let memory = Memory()

  var body: some ReducerOf<Self> {
    Scope(state: \.clerk, action: \.clerk) { Clerk().hosted(interrupted: .interrupted) }
    Reduce { state, action in
      switch action {
      case .mounted: state.mounts += 1
      case .add(let number):
        state.total += number
        if fault == .memory {
          state.total += memory.count.withLock { count in
            count += 1
            return count
          }
        }
        return number > 0 ? .merge(.send(.add(number - 1)), .send(.clerk(.work))) : .none
      case .write(let text): state.note = text
      case .clerk: break
      }
      return .none
    }
    .onMount(\.mounted)
  }
}

@Suite("A feature whose store is killed and goes on")
struct RestartedFeatureTests {
  private static let actions: [Office.Action] = [
    .add(2), .clerk(.work), .write("a"), .add(1), .clerk(.work), .write("b"), .add(3),
  ]

  @Test(
    "passes where it does the same, on workers that fail too", arguments: 0..<6 as Range<UInt64>)
  func passes(seed: UInt64) async throws {
    try await expectSameHosted(
      Office(), initialState: Office.State(), actions: Self.actions,
      schedules: .random(20, seed: seed, restarts: true))
  }

  @Test("is told of its restarts, and mounted again")
  func record() {
    let location = OperatorLocation(
      fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let feature = CheckedFeature(
      hosting: { Office() }, { Office.State() }, timeStep: .seconds(1),
      prepareDependencies: { _ in }, at: location)
    let record = ProgramRun(feature).run(
      [.clerk(.work), .write("a"), .clerk(.work)],
      .hosted(HostingSchedule(.none, restarts: [1, 3])))
    let last = record.commits.last?.state
    #expect(last?.mounts == 3)
    #expect(last?.clerk.interruptions == 2)
    #expect(last?.clerk.done == 0)
    #expect(last?.note == "a")
  }

  @Test("is caught where its state loses something in its coding")
  func coding() async throws {
    let issues = try await recordedIssues {
      try await expectSameHosted(
        Office(), initialState: Office.State(losesNote: true), actions: Self.actions,
        schedules: [HostingSchedule(.none, pace: .settled, restarts: [2, 5, 6])])
    }
    let text = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(text.contains("A restart reads another state than was written down: \"note\" was \""))
    #expect(text.contains("restarts: [1]"), "\(text)")
  }

  @Test("is caught where it remembers something outside of its state")
  func memory() async throws {
    let issues = try await recordedIssues {
      try await expectSameHosted(
        Office(fault: .memory), initialState: Office.State(), actions: Self.actions,
        schedules: [HostingSchedule(.none, pace: .settled, restarts: [4])])
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("\"total\" is ") == true, "\(issues)")
  }

  @Test("cannot be restarted where it is not Codable")
  func refused() async throws {
    let issues = try await recordedIssues {
      try await expectSameHosted(
        Uncodable(), initialState: Uncodable.State(), actions: [.clerk(.work)],
        schedules: .random(3, restarts: true))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("cannot be restarted, since its state") == true, "\(issues)")
  }

  @Reducer
  struct Uncodable {
    struct State: Equatable { var clerk = Clerk.State() }
    enum Action { case clerk(Clerk.Action) }
    var body: some ReducerOf<Self> {
      Scope(state: \.clerk, action: \.clerk) { Clerk().hosted() }
    }
  }
}
