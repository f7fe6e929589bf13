import Foundation
import Testing

@testable import PandoTesting

@Suite("A feature that mounts and does the same hosted")
struct MountedFeatureTests {
  @Test("passes when it is hosted as a whole")
  func whole() async throws {
    try await expectSameHosted(
      Lodge.Room(), initialState: Lodge.Room.State(id: 1), actions: [.use, .use, .use],
      schedules: .random(seed: 1))
  }

  @Test("passes when it and its children are there from the start, come and go")
  func children() async throws {
    try await expectSameHosted(
      Lodge(), initialState: Lodge.State(), programs: 40, action: Self.action)
  }

  @Test("passes when the actions of its children let others go ahead")
  func childrenAsReady() async throws {
    try await expectSameHosted(
      Lodge(order: .asReady), initialState: Lodge.State(), programs: 40, action: Self.action)
  }

  private static func action(_ generator: inout SeededGenerator) -> Lodge.Action {
    switch Int.random(in: 0...5, using: &generator) {
    case 0: .add
    case 1: .remove
    case 2: .welcome
    default: .room(.element(id: Int.random(in: 0...2, using: &generator), action: .use))
    }
  }

  @Test("is mounted once in a repetition, as it was at first")
  func repeats() {
    let feature = CheckedFeature(
      { Lodge(order: .asReady) }, { Lodge.State() }, timeStep: .seconds(1),
      prepareDependencies: { _ in })
    let hosted = ProgramRun(feature).run([.add, .welcome], .hosted(HostingSchedule(.none)))
    let states = hosted.commits.map(\.state)
    #expect(states.last?.openings == 1)
    #expect(states.last?.rooms.map(\.mountedAt.count) == [1, 1])
    let repeated = ProgramRun(feature).repeatCommits(hosted.commits.filter { $0.action != nil })
    #expect(repeated.commits.map(\.state) == states)
    let replayed = ProgramRun(feature).replay(hosted.accepted)
    #expect(replayed.commits.last?.state == states.last)
  }
}
