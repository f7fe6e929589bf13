import Pando
import PandoHosting
import Synchronization

/// A store that only notes what a backend tells it.
final class RecordingClient: HostingClient {
  struct Record {
    var placed: [LaneID: any HostingLink] = [:]
    var unhostable: [LaneID: String] = [:]
    var ends: [LinkEnd] = []
  }

  private let state = Mutex(Record())

  var record: Record { state.withLock { $0 } }

  func placed(_ lane: LaneID, on link: any HostingLink) {
    state.withLock { $0.placed[lane] = link }
  }

  func receive(_ batch: UnsafeRawBufferPointer, from link: any HostingLink) {}

  func move(_ lane: LaneID, interrupts: Bool) {}

  func run(_ work: DeferredWork) {}

  func pump(_ link: any HostingLink) {}

  func runsEffects(on link: any HostingLink) -> Bool { false }

  var hostingFigures: HostingFigures { HostingFigures() }

  func workerIsReady(_ worker: String, processID: Int32?, restartCount: Int) {}

  func lost(
    _ link: any HostingLink, _ end: LinkEnd, reason: String, nowMilliseconds: Int?
  ) -> HostingLoss {
    state.withLock { record in
      record.ends.append(end)
      record.placed = record.placed.filter { $0.value !== link }
    }
    return HostingLoss(idle: link.name, end, reason: reason)
  }

  func unhostable(_ lane: LaneID, reason: String) {
    state.withLock { $0.unhostable[lane] = reason }
  }

  func checkProgress(of link: any HostingLink, nowMilliseconds: Int) -> String? { nil }

  func forgive(_ link: any HostingLink) {}
}

/// A backend with a store that only notes, until the end of `body`.
func withBackend(
  _ hosting: Hosting,
  _ body: (any HostingBackend, RecordingClient) async throws -> Void
) async throws {
  guard let backend = hosting.makeBackend?() else { return }
  let client = RecordingClient()
  backend.start(client: client, features: [], dependencies: DependencyValues())
  let result: Result<Void, any Error>
  do {
    try await body(backend, client)
    result = .success(())
  } catch {
    result = .failure(error)
  }
  backend.stop()
  await backend.finish()
  try result.get()
}
