import Glibc
import Logging
import Testing
import ZeroMQ

@testable import PandoCluster

/// A process that has no descriptor left cannot read its keyring, which says nothing of the keyring.
@Suite("A keyring that nothing is left to read with", .timeLimit(.minutes(15)))
struct ExhaustedKeyringTests {
  @Test("trusts whom it trusted, and is looked at again once something is left")
  func exhausted() async {
    await #expect(processExitsWith: .success) { try await Self.exhaust() }
  }

  private static func exhaust() async throws {
    let directory = TemporaryDirectory()
    let folder = KeyringFolder(path: directory.path)
    let keys = try (0..<2).map { _ in try CurveKeyPair.generate().publicKey }
    for (key, name) in zip(keys, ["a", "b"]) {
      try folder.trust(PublicKeyFile(key: key, roles: [.client]), name: name)
    }
    let watch = try KeyringWatch(folder, logger: Logger(label: "pando.test"))
    var old = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
    var few = rlimit(rlim_cur: 64, rlim_max: old.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &few)
    var taken: [Int32] = []
    while case let file = open("/dev/null", O_RDONLY | O_CLOEXEC), file >= 0 { taken.append(file) }
    let error = #expect(throws: KeyError.self) { try folder.read() }
    #expect(error?.code == .exhausted)
    // Many looks, and fewer than are let pass. A task that sleeps takes descriptors.
    usleep(1_500_000)
    #expect(watch.changeCount == 0)
    #expect(keys.allSatisfy { watch.keyring.has($0, .client) })
    for file in taken { close(file) }
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
    try folder.revoke("b")
    #expect(await eventually { !watch.keyring.has(keys[1], .client) })
    #expect(watch.keyring.has(keys[0], .client))
  }
}
