import Foundation
import PandoHosting
import Testing

@testable import PandoCluster

@Suite("The build of an executable")
struct ExecutableBuildTests {
  private let folder = TemporaryDirectory()

  private func file(_ bytes: [UInt8]) throws -> String {
    let path = "\(folder.path)/\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A file that says that it is ELF, with one segment of notes at its end.
  private func elf(notes: [UInt8], content: [UInt8] = []) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64 + 56)
    bytes.replaceSubrange(0..<5, with: [0x7F, 0x45, 0x4C, 0x46, 2])
    bytes[32] = 64  // where the headers of segments begin
    bytes[54] = 56  // their size
    bytes[56] = 1  // their count
    bytes[64] = 4  // notes
    bytes[64 + 8] = 120  // where they begin
    bytes[64 + 32] = UInt8(notes.count)
    return bytes + notes + content
  }

  private func note(_ type: UInt8, _ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
    [UInt8(name.count), 0, 0, 0, UInt8(content.count), 0, 0, 0, type, 0, 0, 0] + name + content
  }

  private let gnu: [UInt8] = [0x47, 0x4E, 0x55, 0]

  @Test("is the id that the linker gave it, whatever else is in the file")
  func linkerID() throws {
    let notes = note(1, gnu, [9, 9, 9, 9]) + note(3, gnu, [0x0A, 0xFF, 0x00, 0x12])
    for content: [UInt8] in [[], [1, 2, 3]] {
      #expect(
        ExecutableBuild.read(try file(elf(notes: notes, content: content)))?.text == "0aff0012")
    }
  }

  @Test(
    "is a digest of the file where the linker gave it none: the same for a copy, another for a change"
  )
  func digest() throws {
    let size = 100_003
    var bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
    let first = ExecutableBuild.read(try file(bytes))
    #expect(first?.text.hasPrefix("digest-") == true)
    #expect(ExecutableBuild.read(try file(bytes)) == first)
    for place in [0, 8, 50_000, size - 1] {
      bytes[place] ^= 1
      #expect(ExecutableBuild.read(try file(bytes)) != first, "byte \(place)")
      bytes[place] ^= 1
    }
    #expect(ExecutableBuild.read(try file(bytes + [0])) != first)
    #expect(ExecutableBuild.read(try file([])) == nil)
  }

  @Test("notes that lie are read no further than the file goes")
  func lies() throws {
    let good = elf(notes: note(3, gnu, [1, 2, 3, 4]))
    for place in 0..<good.count {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var bytes = good
        bytes[place] = value
        _ = ExecutableBuild.read(try file(bytes))
      }
      _ = ExecutableBuild.read(try file(Array(good.prefix(place))))
    }
  }

  @Test("of this process it is known, and no file is no build")
  func own() {
    #expect(ExecutableBuild.id != nil)
    #expect(ExecutableBuild.read("\(folder.path)/none") == nil)
    #expect(ProgramBuild.executable.id == ExecutableBuild.id)
    #expect(ProgramBuild("v1")?.description == "v1")
    #expect(ProgramBuild("v 1") == nil)
  }
}
