import Testing

@testable import PandoTesting

@Suite("Shrinking")
struct ShrinkingTests {
  /// Wrong once it has been opened and closed again after that.
  @Reducer
  struct Door {
    struct State: Codable, Equatable, Sendable {
      var wasOpened = false
      var slams = 0

      enum CodingKeys: CodingKey { case wasOpened, slams }

      init() {}

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        wasOpened = try container.decode(Bool.self, forKey: .wasOpened)
        slams = min(try container.decode(Int.self, forKey: .slams), 1)
      }
    }

    enum Action: CaseIterable, Codable, Sendable { case open, slam, knock, ring, wait }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open: state.wasOpened = true
        case .slam: state.slams += state.wasOpened ? 1 : 0
        case .knock, .ring, .wait: break
        }
        return .none
      }
    }
  }

  @Test("random programs end in the least one that fails", arguments: 0..<5 as Range<UInt64>)
  func leastProgram(seed: UInt64) async throws {
    let issues = try await recordedIssues {
      try await expectSameHosted(Door(), initialState: Door.State(), seed: seed)
    }
    #expect(issues.count == 1)
    let text = try #require(issues.first)
    #expect(text.contains(" of the seed \(seed). "))
    #expect(
      text.contains(
        """
            actions: [
              .open,
              .slam,
              .slam,
            ],
            schedules: [HostingSchedule(FaultPlan([:], workers: 2), pace: .settled)])
        """))
  }

  @Test("a list is cut down to what it takes to fail")
  func minimizes() {
    #expect(minimized(Array(0..<100)) { $0.contains(17) && $0.contains(80) } == [17, 80])
    #expect(minimized(Array(0..<9)) { $0.count >= 3 }.count == 3)
    #expect(minimized([1, 2, 3]) { _ in true } == [])
    #expect(minimized([1, 2, 3]) { _ in false } == [1, 2, 3])
    #expect(minimized([Int]()) { _ in true } == [])
    #expect(minimized(Array(0..<40)) { $0.count { $0.isMultiple(of: 7) } > 2 }.count == 3)
  }

  @Test("schedules are written as in a program")
  func text() {
    let listed = FaultPlan([3: .kill, 1: .delay(steps: 2)], workers: 2)
    #expect(
      "\(HostingSchedule(listed))"
        == "HostingSchedule(\(listed), pace: .settled)")
    #expect("\(listed)" == "FaultPlan([1: .delay(steps: 2), 3: .kill], workers: 2)")
    let careful = FaultPlan([:], losingEffects: false, workers: 3)
    #expect("\(careful)" == "FaultPlan([:], losingEffects: false, workers: 3)")
    #expect(
      "\(HostingSchedule(careful, pace: .ahead(jobs: 2)))"
        == "HostingSchedule(\(careful), pace: .ahead(jobs: 2))")
    #expect(HostingSchedule(.none).description == "HostingSchedule(.none, pace: .settled)")
  }

  @Test("a seed gives the same schedules, and another seed others")
  func seeds() {
    let schedules = [HostingSchedule].random(10, seed: 5)
    #expect(schedules == .random(10, seed: 5))
    #expect(schedules != .random(10, seed: 6))
    #expect(Set(schedules).count == 10)
    #expect(schedules.contains { $0.pace == .settled && !$0.faults.losesEffects })
    #expect(schedules.contains { $0.pace != .settled })
  }
}
