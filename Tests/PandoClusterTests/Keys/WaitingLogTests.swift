import Foundation
import Logging
import Synchronization
import Testing
import ZeroMQ

@testable import PandoCluster

/// A log whose handler waits until it is let go.
private final class WaitingLog: Sendable {
  private let isLetGo = Atomic<Bool>(false)
  private let calls = Atomic<Int>(0)

  var logger: Logger {
    Logger(label: "pando.test") { [self] _ in Handler(waiting: self) }
  }

  /// The number of calls of the handler, with that which waits.
  var callCount: Int { calls.load(ordering: .acquiring) }

  func letGo() { isLetGo.store(true, ordering: .releasing) }

  private func wait() {
    calls.add(1, ordering: .acquiringAndReleasing)
    while !isLetGo.load(ordering: .acquiring) { Thread.sleep(forTimeInterval: 0.002) }
  }

  private struct Handler: LogHandler {
    let waiting: WaitingLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { waiting.wait() }
  }
}

@Suite("A log handler that waits")
struct WaitingLogTests {
  private final class Listener: Sendable {
    let calls = Atomic<Int>(0)
  }

  @Test("does not hold up that a revoked key is cut off")
  func revoked() async throws {
    let log = WaitingLog()
    defer { log.letGo() }
    let directory = TemporaryDirectory()
    let folder = KeyringFolder(path: directory.path)
    let key = try CurveKeyPair.generate().publicKey
    try folder.trust(PublicKeyFile(key: key, roles: [.client]), name: "app")
    let watch = try KeyringWatch(folder, logger: log.logger)
    let listener = Listener()
    watch.onChange(for: listener) { [weak listener] in
      listener?.calls.add(1, ordering: .acquiringAndReleasing)
    }
    try folder.revoke("app")
    #expect(await eventually { log.callCount == 1 })
    // The handler has been called, and waits.
    #expect(!watch.keyring.has(key, .client))
    #expect(watch.changeCount == 1)
    #expect(listener.calls.load(ordering: .acquiring) == 1)
  }
}
