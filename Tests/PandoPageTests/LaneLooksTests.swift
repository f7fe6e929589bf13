import Testing

@testable import PandoCluster
@testable import PandoPage

@Suite("What workers told of their lanes")
struct LaneLooksTests {
  @Test("is asked for again where no thread could be started to ask")
  func noThread() async throws {
    let shortage = ThreadShortage()
    let looks = LaneLooks(ask: { _ in LaneStatus() }, start: { shortage.start($0) })
    #expect(looks.look(at: []) == nil)
    shortage.end()
    let end = ContinuousClock.now + .seconds(30)
    var status: LaneStatus?
    while status == nil, ContinuousClock.now < end {
      status = looks.look(at: [])
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(status == LaneStatus())
  }
}
