import Glibc
import PandoWire

/// The executable or library that an address of code or constants lies in.
struct LoadedImage {
  /// Where the image begins in memory. It is another place in each process.
  let base: UnsafeRawPointer

  /// Nil when the address is in none, or when the system does not tell.
  init?(of address: UnsafeRawPointer) {
    // The module of the C library leaves out what is not in POSIX, so it is looked up by name.
    guard let symbol = dlsym(nil, "dladdr") else { return nil }
    let dladdr = unsafeBitCast(symbol, to: Lookup.self)
    var location = Location()
    let isFound = withUnsafeMutablePointer(to: &location) { dladdr(address, $0) }
    guard isFound != 0, let base = location.base else { return nil }
    self.base = UnsafeRawPointer(base)
  }

  private typealias Lookup = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32

  /// Laid out as `Dl_info` of `dlfcn.h`.
  private struct Location {
    var path: UnsafePointer<CChar>?
    var base: UnsafeMutableRawPointer?
    var symbolName: UnsafePointer<CChar>?
    var symbol: UnsafeMutableRawPointer?
  }

  /// A hash of what tells one build from another: the segments' sizes, and the notes, one of which is the
  /// linker's build id. Nil when the image is not a 64-bit ELF file.
  var buildHash: UInt64? {
    let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2]  // "\u{7F}ELF", 64 bits
    guard UnsafeRawBufferPointer(start: base, count: magic.count).elementsEqual(magic) else {
      return nil
    }
    let headers = segments
    let first = headers.filter { $0.kind == .load }.map(\.address).min() ?? 0
    var hash = StableHash()
    for segment in headers {
      hash.mix(segment.address &- first)
      hash.mix(segment.fileSize)
      guard segment.kind == .note else { continue }
      let start = base + Int(segment.address &- first)
      hash.mix(bytes: UnsafeRawBufferPointer(start: start, count: Int(segment.fileSize)))
    }
    return hash.value
  }

  private struct Segment {
    enum Kind: UInt32 {
      case load = 1
      case note = 4
      case other = 0
    }

    let kind: Kind
    let address: UInt64
    let fileSize: UInt64
  }

  /// The program headers, which the loader keeps in memory behind the file's header.
  private var segments: [Segment] {
    let offset = base.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
    let size = base.loadUnaligned(fromByteOffset: 54, as: UInt16.self)
    let count = base.loadUnaligned(fromByteOffset: 56, as: UInt16.self)
    return (0..<Int(count)).map { index in
      let header = base + Int(offset) + index * Int(size)
      return Segment(
        kind: Segment.Kind(rawValue: header.loadUnaligned(as: UInt32.self)) ?? .other,
        address: header.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
        fileSize: header.loadUnaligned(fromByteOffset: 32, as: UInt64.self))
    }
  }
}
