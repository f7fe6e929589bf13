import Foundation
import Pando
import PandoJournal
import Testing

/// Stores with journals in files, whose processes end at any moment.
struct KillTests {
  @Test("a store goes on from a file, opened again by the same process")
  func reopens() async throws {
    let place = Place()
    let journal = Journal.file(place.path)
    let first = try await makeStore(journal)
    for number in 0..<50 { await first.send(.add(number)).finish() }
    let state = first.state
    await first.stop()
    let second = try await makeStore(journal)
    #expect(second.state == state)
    // With what its restart sends to the root.
    try await second.flushed()
    #expect(second.durableVersion == 52)
    await second.stop()
  }

  @Test("a program that is killed over and over goes on with all that it has said")
  func kills() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Helper.program("JournalProgram"))
    process.arguments = ["torture", "25"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(output)")
    #expect(output.contains("25 kills"), "\(output)")
  }
}

/// `pando journal`, and a program that answers it.
struct JournalCommandTests {
  private func run(_ arguments: [String]) throws -> (output: String, errors: String, status: Int32)
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Helper.program(arguments[0]))
    process.arguments = Array(arguments.dropFirst())
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let texts = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return (
      texts[0], texts[1],
      process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    )
  }

  @Test("an action that no worker survived crashes the program that reduces it again")
  func replay() throws {
    let place = Place()
    let program = Helper.program("JournalProgram")
    let crashed = try run(["JournalProgram", "crash", place.path])
    #expect(crashed.output == "3\n", "\(crashed.errors)")
    let asked = ["--", program, "crash", place.path]
    let log = try run(["pando", "journal", "log"] + asked)
    let lines = log.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    let failed = try #require(lines.first { $0[2] == "failed" }, "\(log)")
    #expect(failed[3] == ".adder(.crash)")
    #expect(log.status == 0)
    let replay = try run(["pando", "journal", "replay", "--at", failed[0]] + asked)
    #expect(replay.status > 128, "\(replay)")
    #expect(replay.errors.contains("planted"), "\(replay)")
    let verify = try run(["pando", "journal", "verify", "--json"] + asked)
    #expect(verify.status == 0, "\(verify)")
    #expect(verify.output.contains("\"failedCommits\" : 1"), "\(verify.output)")
    #expect(verify.output.contains("\"unreadableCommits\" : 0"), "\(verify.output)")
  }

  @Test("a journal that is in use is not read, and one that cannot be is said")
  func refused() throws {
    let place = Place()
    let program = Helper.program("JournalProgram")
    try place.open { _, _ in
      let log = try run(["pando", "journal", "log", "--", program, "run", place.path])
      #expect(log.status == 2)
      #expect(log.output == "")
      #expect(log.errors.contains("is open in process \(getpid())"), "\(log.errors)")
    }
    #expect(try run(["pando", "journal", "log"]).status == 64)
    #expect(try run(["pando", "journal", "log", "--", "/no/program"]).status == 66)
    let none = try run(
      ["pando", "journal", "state", "--", program, "run", place.folder + "/none"])
    #expect(none.status == 2)
    #expect(none.errors.contains("there is no journal"), "\(none.errors)")
    #expect(!FileManager.default.fileExists(atPath: place.folder + "/none"))
    for command in ["true", "echo"] {
      let silent = try run(["pando", "journal", "verify", "--", command, "said"])
      #expect(silent.status == 2, "no journal was opened: \(silent)")
      #expect(silent.output == "" && silent.errors.contains("without opening a journal"))
    }
  }
}
