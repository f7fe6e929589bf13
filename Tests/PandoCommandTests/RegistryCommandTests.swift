import ArgumentParser
import Foundation
import Testing

@testable import PandoCluster
@testable import PandoTool

@Suite("The registry of the command's coordinator")
struct RegistryCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "what names no registry is refused as a command line that cannot be used",
    arguments: [
      (["--registry", "redis://a"], "does not begin with etcd://"),
      (["--registry", "etcd://me:secret@a"], "do not belong there"),
      (["--registry", "etcd://a", "--registry-cert", "one.pem"], "belong together"),
      (["--registry-ca", "ca.pem"], "go with --registry etcd://"),
    ])
  func refused(_ arguments: [String], _ reason: String) async throws {
    let outcome = try await Program(
      ["coordinator", "--bind", "ipc://\(folder.path)/c.sock"] + arguments, folder: folder,
      runtime: folder
    ).end()
    #expect(outcome.code == 64)
    #expect(outcome.error.contains(reason), "\(outcome.error)")
  }

  @Test("a list of coordinators that is none is refused")
  func list() async throws {
    for command in [["status"], ["worker", "--bind", "ipc://\(folder.path)/w.sock"]] {
      let outcome = try await Program(
        command + ["--coordinator", "ipc:///a,,ipc:///b"], folder: folder, runtime: folder
      ).end()
      #expect(outcome.code == 64)
    }
  }

  @Test("a user and a password come from the environment, or from a file that it names")
  func environment() async throws {
    let file = folder.path + "/password"
    try "grove\n".write(toFile: file, atomically: true, encoding: .utf8)
    let choice = try RegistryChoice(
      Settings(options: [.registry: "etcd://127.0.0.1"], environment: [:]))
    _ = try choice.source(environment: [:])
    _ = try choice.source(
      environment: ["PANDO_REGISTRY_USER": "me", "PANDO_REGISTRY_PASSWORD": "grove"])
    _ = try choice.source(
      environment: ["PANDO_REGISTRY_USER": "me", "PANDO_REGISTRY_PASSWORD_FILE": file])
    #expect(throws: (any Error).self) {
      try choice.source(environment: ["PANDO_REGISTRY_USER": "me"])
    }
    #expect(throws: (any Error).self) {
      try choice.source(
        environment: [
          "PANDO_REGISTRY_USER": "me", "PANDO_REGISTRY_PASSWORD_FILE": folder.path + "/none",
        ])
    }
    let open = try RegistryChoice(
      Settings(options: [.registry: "etcd://10.0.0.1"], environment: [:]))
    #expect(throws: (any Error).self) {
      try open.source(
        environment: ["PANDO_REGISTRY_USER": "me", "PANDO_REGISTRY_PASSWORD": "grove"])
    }
  }

  #if !Etcd
    @Test("a build without etcd says how to make one with it")
    func without() async throws {
      let outcome = try await Program(
        [
          "coordinator", "--bind", "ipc://\(folder.path)/c.sock", "--registry",
          "etcd://127.0.0.1:2379",
        ], folder: folder, runtime: folder
      ).end()
      #expect(outcome.code == 1)
      #expect(outcome.error.contains("swift build --configuration release --traits Etcd"))
    }
  #endif

  @Test("the table says where the registry is, who leads, and whether it is away")
  func table() {
    var status = ClusterStatus(
      coordinator: .init(endpoint: "ipc:///one", processID: 1, uptimeMilliseconds: 0, version: "v"),
      workers: [])
    #expect(StatusTable(status).text.contains("registry in memory of this coordinator"))
    let card = CoordinatorCard(endpoint: "ipc:///two", processID: 2, hostName: "h", version: "v")
    status.registry.kind = "etcd"
    status.registry.location = "etcd://127.0.0.1:2379/pando"
    status.registry.leader = .init(card)
    status.registry.coordinators = [.init(card)]
    status.registry.term = 12
    let text = StatusTable(status).text
    #expect(text.contains("registry etcd://127.0.0.1:2379/pando, led by ipc:///two (term 12)"))
    #expect(!text.contains("AWAY"))
    status.registry.isAway = true
    status.registry.leader = nil
    #expect(StatusTable(status).text.contains("nobody leads"))
    #expect(StatusTable(status).text.contains("AWAY"))
  }
}
