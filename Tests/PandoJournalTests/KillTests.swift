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
    #expect(second.durableVersion == 51)
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
