extension WriterState {
  /// Puts the runs of bytes that begin at `starts` and reach to the tail in the order of their
  /// bytes.
  ///
  /// Sets and dictionaries have no order of their own, and two equal ones may be walked in
  /// different orders.
  mutating func sortRuns(startingAt starts: [Int]) {
    guard starts.count > 1, let first = starts.first else { return }
    // The prefixes are loaded 16 bytes at a time, and may reach over the tail.
    reserve(16)
    var runs: [Run] = []
    runs.reserveCapacity(starts.count)
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : count
      runs.append(Run(start: start, count: end - start, in: base))
    }
    let unsorted = UnsafeMutableRawPointer.allocate(byteCount: count - first, alignment: 8)
    defer { unsorted.deallocate() }
    unsorted.copyMemory(from: base + first, byteCount: count - first)
    let source = UnsafeRawPointer(unsorted) - first
    runs.sort { $0.precedes($1, in: source) }
    var place = first
    for run in runs {
      (base + place).copyMemory(from: source + run.start, byteCount: run.count)
      place += run.count
    }
  }

  private struct Run {
    let start: Int
    let count: Int
    /// The first 16 bytes as a number, filled up with zeros: nearly always enough to tell two runs
    /// apart.
    let prefix: UInt128

    init(start: Int, count: Int, in base: UnsafeMutableRawPointer) {
      self.start = start
      self.count = count
      let bits = UInt128(
        bigEndian: base.loadUnaligned(fromByteOffset: start, as: UInt128.self))
      prefix = count >= 16 ? bits : bits & ~(UInt128.max >> UInt128(count * 8))
    }

    @inline(__always)
    func precedes(_ other: Run, in base: UnsafeRawPointer) -> Bool {
      if _fastPath(prefix != other.prefix) { return prefix < other.prefix }
      return rest(in: base).lexicographicallyPrecedes(other.rest(in: base))
    }

    private func rest(in base: UnsafeRawPointer) -> UnsafeRawBufferPointer {
      let known = min(count, 16)
      return UnsafeRawBufferPointer(start: base + start + known, count: count - known)
    }
  }
}
