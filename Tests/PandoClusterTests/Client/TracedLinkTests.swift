import PandoHosting
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("The contexts of traces on a link")
struct TracedLinkTests {
  @Test(
    "go to workers of a version that has them, once that is known, and so do actions without a heading"
  )
  func versions() throws {
    for version in ProtocolVersion.spoken.least...ProtocolVersion.current {
      let link = WorkerLink(
        member: MemberID(rawValue: 1), name: "worker", endpoint: try Endpoint("ipc:///tmp/nobody"),
        paths: nil, machine: LinkMachine(now: 0, limits: LinkMachine.Limits()), wake: { _ in })
      #expect(!link.carriesTraces && !link.carriesRuns && !link.carriesEffectLimits)
      link.becomeReady(Welcome(version: version, processID: 1, features: []))
      #expect(link.carriesTraces == (version >= 6))
      #expect(link.carriesRuns == (version >= 7))
      #expect(link.carriesEffectLimits == (version >= 8))
    }
  }
}
