import Pando
import Testing

@testable import SimulationPrograms

/// Warnings of long actions, on a worker and in this process.
@Suite("Warnings of long actions")
struct LongWarningTests {
  @Test("are the same on a worker, and have their advice")
  func advice() throws {
    let script = Script(id: 1, padding: String(repeating: "x", count: 6_000))
    let missing = Root.Action.always(.pages(.element(id: 77, action: .run(script))))
    let (hosted, accepted) = try simulate([missing], seed: 1, window: 8)
    let local = replay(accepted)
    let warning = try #require(local.warnings.first)
    #expect(local.warnings.count == 1)
    #expect(warning.contains("Action: SimulationPrograms.Nested.Action.run(_:)\n  ID: #77\n"))
    #expect(warning.hasSuffix("effects of the element should end with it."))
    #expect(hosted.warnings == local.warnings)
  }
}
