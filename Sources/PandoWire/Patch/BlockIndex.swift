/// Where in some bytes a block of 16 bytes is, for blocks that begin at multiples of 16.
struct BlockIndex {
  static let blockBytes = 16

  private let start: Int
  private let shift: UInt64
  /// For each hash, the number of the first block; -1 for none.
  private var heads: [Int32]
  /// For each block, the number of the next one with its hash, which is higher.
  private var nexts: [Int32]

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    let count = min(range.count / Self.blockBytes, Int(Int32.max))
    let bits = max(4, Int.bitWidth - count.leadingZeroBitCount)
    start = range.lowerBound
    shift = UInt64(64 - bits)
    heads = Array(repeating: -1, count: 1 << bits)
    nexts = Array(repeating: -1, count: count)
    for block in stride(from: count - 1, through: 0, by: -1) {
      let slot = slot(bytes.block(range.lowerBound + block * Self.blockBytes))
      nexts[block] = heads[slot]
      heads[slot] = Int32(block)
    }
  }

  private func slot(_ block: ByteBlock) -> Int {
    Int(((block.low &* 0x9E37_79B9_7F4A_7C15) ^ (block.high &* 0xC2B2_AE3D_27D4_EB4F)) >> shift)
  }

  /// The first place of a block at or after `minimum`.
  ///
  /// Searches ask for ever higher places, so blocks before the minimum are forgotten; so equal
  /// blocks cost no more.
  mutating func find(
    _ block: ByteBlock, in bytes: UnsafeRawBufferPointer, from minimum: Int
  ) -> Int? {
    let slot = slot(block)
    while heads[slot] >= 0, place(heads[slot]) < minimum { heads[slot] = nexts[Int(heads[slot])] }
    var candidate = heads[slot]
    var attempts = 8
    while candidate >= 0, attempts > 0 {
      if bytes.block(place(candidate)) == block { return place(candidate) }
      candidate = nexts[Int(candidate)]
      attempts -= 1
    }
    return nil
  }

  private func place(_ block: Int32) -> Int { start + Int(block) * Self.blockBytes }
}

/// Sixteen bytes.
struct ByteBlock: Equatable {
  let low: UInt64
  let high: UInt64
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  func block(_ offset: Int) -> ByteBlock {
    ByteBlock(
      low: loadUnaligned(fromByteOffset: offset, as: UInt64.self),
      high: loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
  }

  subscript(from start: Int, to end: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[start..<end])
  }
}
