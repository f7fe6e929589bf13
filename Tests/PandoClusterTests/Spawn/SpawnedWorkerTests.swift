import ArgumentParser
import Testing

@testable import PandoCluster

@Suite("The command line of a worker that a program starts for itself")
struct SpawnedWorkerTests {
  @Test("help and errors of the role name the program")
  func usage() async throws {
    let help = try await FinishedProgram.run("ClusterProgram", ["worker", "--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("USAGE: ClusterProgram worker "), "\(help.output)")
    let wrong = try await FinishedProgram.run("ClusterProgram", ["worker", "--bnd", "x"])
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("See 'ClusterProgram worker --help'"), "\(wrong.errors)")
  }

  private let spawned = SpawnedWorker(endpoint: "ipc:///run/a b/1.sock", name: "worker --bind 2")

  @Test("is read as it was written, whatever is in its texts")
  func roundTrip() throws {
    #expect(spawned.arguments.first == "worker")
    #expect(SpawnedWorker(Array(spawned.arguments.dropFirst())) == spawned)
  }

  @Test("says to the argument parser what it says without")
  func parser() throws {
    let command = try WorkerCommand.parse(Array(spawned.arguments.dropFirst()))
    #expect(command.bind == spawned.endpoint && command.name == spawned.name)
    #expect(command.endsWithInput)
  }

  @Test("has the program's own words behind it, whatever they are")
  func rest() {
    let spawned = SpawnedWorker(endpoint: "ipc:///a", name: "a", rest: ["--help", "", "--", "x"])
    let words = Array(spawned.arguments.dropFirst())
    #expect(SpawnedWorker(words) == spawned)
  }

  @Test("leaves every other command line to the argument parser")
  func others() {
    let words = Array(spawned.arguments.dropFirst())
    #expect(SpawnedWorker([]) == nil)
    #expect(SpawnedWorker(words + ["--label", "gpu"]) == nil)
    #expect(SpawnedWorker(Array(words.dropLast())) == nil)
    #expect(SpawnedWorker(["--name", "a", "--bind", "ipc:///a", "--ends-with-input"]) == nil)
    #expect(SpawnedWorker(["--bind", "ipc:///a", "--label", "gpu", "--ends-with-input"]) == nil)
    #expect(SpawnedWorker(["--bind", "ipc:///a", "--name", "a", "--help"]) == nil)
    #expect(SpawnedWorker(["--log-level", "ipc:///a", "--name", "a", "--ends-with-input"]) == nil)
  }

  @Test("gives the settings that the argument parser gives")
  func settings() async throws {
    let command = try WorkerCommand.parse(Array(spawned.arguments.dropFirst()))
    let (known, read) = (try WorkerSettings(command), try WorkerSettings(spawned))
    #expect("\(read)" == "\(known)")
    let role = WorkerRole(read)
    #expect(role.drainMilliseconds == command.drainWithin.milliseconds)
    #expect(role.labels == command.label && role.lanesAtMost == command.lanesAtMost)
    #expect(role.weight == command.weight)
  }
}
