import CProcess
import Foundation
package import PandoHosting

/// The build of an executable, as its file says.
package enum ExecutableBuild {
  /// That of this process; nil where its file cannot be read.
  package static let id = read("/proc/self/exe")

  /// Returns the id that the linker gave an executable, or else a digest of the file.
  package static func read(_ path: String) -> BuildID? {
    guard let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped),
      !file.isEmpty
    else { return nil }
    return file.withUnsafeBytes { bytes in
      if let note = linkerID(in: bytes) { return BuildID(note) }
      return BuildID(
        "digest-" + String(pando_digest(bytes.baseAddress, UInt(bytes.count)), radix: 16))
    }
  }

  private static let noteSegment: UInt32 = 4
  private static let buildIDNote: UInt32 = 3

  /// The note NT_GNU_BUILD_ID of a 64-bit ELF file, in hexadecimal; nil where there is none.
  private static func linkerID(in file: UnsafeRawBufferPointer) -> String? {
    guard file.count >= 64, file.prefix(5).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2]) else {
      return nil
    }
    let start = number(UInt64.self, file, 32)
    let (size, count) = (number(UInt16.self, file, 54), number(UInt16.self, file, 56))
    for index in 0..<count {
      let header = start + index * size
      guard number(UInt32.self, file, header) == Int(noteSegment) else { continue }
      let first = number(UInt64.self, file, header + 8)
      if let id = linkerID(
        inNotes: file, from: first, to: first + number(UInt64.self, file, header + 32))
      {
        return id
      }
    }
    return nil
  }

  private static func linkerID(
    inNotes file: UnsafeRawBufferPointer, from first: Int, to end: Int
  ) -> String? {
    var next = first
    while next >= 0, next + 12 <= min(end, file.count) {
      let name = number(UInt32.self, file, next)
      let length = number(UInt32.self, file, next + 4)
      let type = number(UInt32.self, file, next + 8)
      let content = next + 12 + (name + 3) / 4 * 4
      guard content + length <= file.count else { return nil }
      if type == Int(buildIDNote), (1...32).contains(length),
        file[(next + 12)..<(next + 12 + name)].elementsEqual([0x47, 0x4E, 0x55, 0])
      {
        return file[content..<(content + length)].map { byte in
          (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        .joined()
      }
      next = content + (length + 3) / 4 * 4
    }
    return nil
  }

  /// A number of the file; -1 where the file ends before it, or where it is no sensible one.
  private static func number<Number: FixedWidthInteger>(
    _ type: Number.Type, _ file: UnsafeRawBufferPointer, _ offset: Int
  ) -> Int {
    guard offset >= 0, offset + MemoryLayout<Number>.size <= file.count else { return -1 }
    let number = Number(
      littleEndian: file.loadUnaligned(fromByteOffset: offset, as: Number.self))
    // A file has no place beyond this.
    return Int(exactly: number).flatMap { $0 < 1 << 48 ? $0 : nil } ?? -1
  }
}
