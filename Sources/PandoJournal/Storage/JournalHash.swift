/// The hash that chains the rows of a journal: XXH64, by Yann Collet, with 64 bits.
///
/// It guards against rot, cuts and mixed-up files. It does not guard against somebody who may write the file: whoever
/// may do that can compute it as well.
package enum JournalHash {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Returns the hash of bytes.
  package static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    bytes.withUnsafeBytes { of($0, seed: seed) }
  }

  /// Returns the hash of numbers, as the bytes that they have in little-endian order.
  package static func of(words: [UInt64], seed: UInt64 = 0) -> UInt64 {
    words.map(\.littleEndian).withUnsafeBytes { of($0, seed: seed) }
  }

  /// Returns the hash of bytes that are lent.
  package static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var offset = 0
    var hash = seed &+ prime5
    if bytes.count >= 32 {
      var lane1 = seed &+ prime1 &+ prime2
      var lane2 = seed &+ prime2
      var lane3 = seed
      var lane4 = seed &- prime1
      while offset + 32 <= bytes.count {
        lane1 = round(lane1, word(bytes, offset))
        lane2 = round(lane2, word(bytes, offset + 8))
        lane3 = round(lane3, word(bytes, offset + 16))
        lane4 = round(lane4, word(bytes, offset + 24))
        offset += 32
      }
      hash = rotate(lane1, 1) &+ rotate(lane2, 7) &+ rotate(lane3, 12) &+ rotate(lane4, 18)
      hash = merge(merge(merge(merge(hash, lane1), lane2), lane3), lane4)
    }
    return finish(hash &+ UInt64(bytes.count), bytes, offset)
  }

  /// Takes in the rest, which is less than 32 bytes, and mixes the bits.
  private static func finish(
    _ start: UInt64, _ bytes: UnsafeRawBufferPointer, _ startOffset: Int
  ) -> UInt64 {
    var (hash, offset) = (start, startOffset)
    while offset + 8 <= bytes.count {
      hash = rotate(hash ^ round(0, word(bytes, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian
      hash = rotate(hash ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      hash = rotate(hash ^ (UInt64(bytes[offset]) &* prime5), 11) &* prime1
      offset += 1
    }
    hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }
}
