import Foundation
import Testing

@testable import PandoTool

@Suite("Reading text")
struct TextReaderTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func pieces(_ path: String, of size: Int) throws -> [TextReader.Text] {
    let reader = try TextReader(path: path, pieceBytes: size)
    var pieces: [TextReader.Text] = []
    var offset = 0
    repeat {
      pieces.append(try reader.read(at: offset))
      offset += pieces.last!.byteCount
    } while !pieces.last!.isLast
    return pieces
  }

  @Test(
    "the pieces of a file are the file, whatever their size", arguments: [4, 5, 7, 64, 65, 4_096])
  func pieces(size: Int) throws {
    let text = SampleText.text(7, words: 120)
    let path = try folder.write(text, to: "text")
    let pieces = try pieces(path, of: size)
    #expect(pieces.map(\.text).joined() == text)
    #expect(pieces.allSatisfy { $0.byteCount == $0.text.utf8.count && $0.byteCount <= size })
    #expect(pieces.dropLast().allSatisfy { $0.byteCount > size - 4 })
  }

  @Test("a file that fills its pieces has no empty one at its end")
  func exact() throws {
    let path = try folder.write("abcdefgh", to: "text")
    #expect(try pieces(path, of: 4).map(\.text) == ["abcd", "efgh"])
    #expect(try pieces(path, of: 8).map(\.text) == ["abcdefgh"])
  }

  @Test("an empty file is one empty piece")
  func empty() throws {
    let path = try folder.write("", to: "text")
    #expect(
      try pieces(path, of: 8) == [TextReader.Text(text: "", byteCount: 0, isLast: true)])
  }

  @Test("a NUL byte, or bytes that are not UTF-8, in the first piece make a file binary")
  func binary() throws {
    for bytes: [UInt8] in [[0x61, 0, 0x62], [0xff, 0xfe], [0x61, 0xe2, 0x82]] {
      let path = try folder.write(bytes, to: "binary")
      #expect(throws: FileProblem.binary) { try pieces(path, of: 64) }
    }
  }

  @Test("later bytes that are not UTF-8 are read as replacement characters")
  func replaced() throws {
    let path = try folder.write(Array("abcd".utf8) + [0xff, 0x00, 0x61], to: "mixed")
    let pieces = try pieces(path, of: 4)
    #expect(pieces.map(\.text) == ["abcd", "\u{fffd}\0a"])
    #expect(pieces.map(\.byteCount) == [4, 3])
  }

  @Test("what cannot be read says its path and why")
  func unreadable() throws {
    let missing = folder.path + "/missing"
    #expect(throws: FileProblem.unreadable("\(missing): No such file or directory")) {
      try pieces(missing, of: 64)
    }
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: try folder.write("text", to: "text"))
    #expect(throws: FileProblem.self) { try pieces(link, of: 64) }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/folder", withIntermediateDirectories: false)
    #expect(throws: FileProblem.self) { try pieces(folder.path + "/folder", of: 64) }
  }
}
