import Foundation
import Testing

@Suite("The export of a command's traces", .timeLimit(.minutes(15)))
struct TraceCommandTests {
  private let endpoint = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318"]

  @Test("is asked for by values that can be used, or the command says which cannot")
  func values() async throws {
    let folder = try TemporaryFolder()
    for arguments in [["demo"], ["worker", "--bind", "ipc://\(folder.path)/w.sock"]] {
      let outcome = try await Program(
        arguments, folder: folder, runtime: folder,
        environment: endpoint.merging(["OTEL_TRACES_SAMPLER_ARG": "all"]) { $1 }
      ).end()
      #expect(outcome.code == 64)
      #expect(outcome.error.contains("OTEL_TRACES_SAMPLER_ARG: \"all\""), "\(outcome.error)")
    }
  }

  #if !OTLP
    @Test("takes a build with the trait, which is said once, and stops nothing")
    func trait() async throws {
      let folder = try TemporaryFolder()
      try Data("one two three\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/words.txt"))
      let outcome = try await Program(
        ["demo", folder.path, "--no-kill", "--json"], folder: folder, runtime: folder,
        environment: endpoint
      ).end()
      #expect(outcome.code == 0)
      #expect(
        outcome.error.components(separatedBy: "--traits OTLP,Diffs").count == 2, "\(outcome.error)")
    }
  #endif
}
