import Foundation
import Testing

@testable import PandoTool

@Suite("The page of pando coordinator", .timeLimit(.minutes(15)))
struct PageCommandTests {
  @Test("is refused at an address that other machines reach, wherever that is said")
  func network() async throws {
    let folder = try TemporaryFolder()
    for (options, environment) in [
      (["--page", "0.0.0.0:0"], [:]), ([], ["PANDO_PAGE": "10.0.0.7:9465"]),
    ] {
      let outcome = try await Program(
        ["coordinator", "--bind", "ipc://\(folder.path)/c.sock"] + options, folder: folder,
        runtime: folder, environment: environment
      ).end()
      #expect(outcome.code == 64)
      #expect(outcome.error.contains("--page-on-network"))
    }
  }

  @Test("is found behind a proxy at an origin, wherever that is said, and at nothing else")
  func origin() async throws {
    let folder = try TemporaryFolder()
    for (options, environment, source) in [
      (["--page-origin", "pando.example.com"], [:], "--page-origin"),
      ([], ["PANDO_PAGE_ORIGIN": "https://pando.example.com/page"], "PANDO_PAGE_ORIGIN"),
    ] {
      let outcome = try await Program(
        ["coordinator", "--bind", "ipc://\(folder.path)/c.sock", "--page", "127.0.0.1:0"] + options,
        folder: folder, runtime: folder, environment: environment
      ).end()
      #expect(outcome.code == 64)
      #expect(outcome.error.contains("\(source): "), "\(outcome.error)")
      #expect(outcome.error.contains("is no origin"))
    }
  }

  @Test(
    "has to be asked for before anything is said of it",
    arguments: [
      ["--page-token-file", "token"], ["--page-origin", "https://pando.example.com"],
      ["--page-on-network"],
    ])
  func alone(options: [String]) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program(
      ["coordinator", "--bind", "ipc://\(folder.path)/c.sock"] + options, folder: folder,
      runtime: folder, environment: ["PANDO_PAGE": ""]
    ).end()
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("\(options[0]): there is no page"), "\(outcome.error)")
  }

  @Test("takes a token that nobody else can read")
  func token() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/token"
    try Data("a-secret-of-24-characters\n".utf8).write(to: URL(fileURLWithPath: file))
    chmod(file, 0o644)
    let outcome = try await Program(
      [
        "coordinator", "--bind", "ipc://\(folder.path)/c.sock", "--page", "127.0.0.1:0",
        "--page-token-file", file,
      ], folder: folder, runtime: folder
    ).end()
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("chmod 0600 '\(file)'"))
  }

  #if !Page
    @Test("takes a build with the trait, and says how to make one")
    func trait() async throws {
      let folder = try TemporaryFolder()
      let outcome = try await Program(
        ["coordinator", "--bind", "ipc://\(folder.path)/c.sock", "--page", "127.0.0.1:0"],
        folder: folder, runtime: folder
      ).end()
      #expect(outcome.code == 1)
      #expect(outcome.error.contains("--traits Page,Diffs"))
    }
  #endif
}
