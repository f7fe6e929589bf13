import Foundation
import PandoCluster
import Testing

/// A fault that is planted in a cluster, and found as docs/OPERATE.md says: by `pando status` alone.
@Suite("A worker of another schema", .serialized, .timeLimit(.minutes(15)))
struct PlantedSchemaTests {
  /// The rows of the table of features: name, state, action, workers, and their names.
  private func features(in output: String) -> [[String]] {
    let lines = output.split(separator: "\n").drop { !$0.hasPrefix("feature ") }.dropFirst()
    return lines.map { $0.split(separator: " ").map(String.init) }.filter { $0.count == 5 }
  }

  /// The features of which the problems say that they have different shapes.
  private func differingShapes(in output: String) -> [Substring] {
    output.matches(of: /of different shapes, [^:]*: ([^,]+)/).map(\.1)
  }

  @Test("is told from the others by the feature that stands there twice, and by name")
  func found() async throws {
    try await DrainSite.with(["first"], errands: 0) { site in
      let before = features(in: try await site.pando("status").output)
      #expect(before.count > 5 && Set(before.map { $0[0] }).count == before.count)
      try await site.start("stranger", environment: ["PANDO_TEST_SCHEMA": "next"])
      let status = try await site.pando("status")
      #expect(status.status == 0)
      let almanacs = features(in: status.output).filter { $0[0].hasSuffix(".Almanac") }
      // Its state has another shape, and its action the same.
      #expect(almanacs.map { $0[3] } == ["1", "1"])
      #expect(Set(almanacs.map { $0[4] }) == ["first", "stranger"])
      #expect(Set(almanacs.map { $0[1] }).count == 2)
      #expect(Set(almanacs.map { $0[2] }).count == 1)
      #expect(differingShapes(in: status.output).map { $0.hasSuffix(".Almanac") } == [true])
      // Nothing else is: each other feature is on both.
      let others = features(in: status.output.replacingOccurrences(of: ", ", with: ","))
        .filter { !$0[0].hasSuffix(".Almanac") }
      #expect(others.count == before.count - 1)
      #expect(others.allSatisfy { $0[3] == "2" && $0[4] == "first,stranger" })
      kill(site.processID("stranger"), SIGKILL)
      try await eventually("it is gone, and one shape is left") {
        let output = try? await site.pando("status").output
        return output.map { differingShapes(in: $0) } == []
      }
    }
  }
}
