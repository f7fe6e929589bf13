/// Deals files out to shards.
enum Shards {
  /// Gives each file, the largest first, to the shard with the fewest bytes so far; so the shards come
  /// out even. The same files are always dealt in the same way.
  static func deal(_ files: [SourceFile], among count: Int) -> [[SourceFile]] {
    var shards = [[SourceFile]](repeating: [], count: count)
    var loads = [Int](repeating: 0, count: count)
    let largestFirst = files.sorted { ($1.byteCount, $0.path) < ($0.byteCount, $1.path) }
    for file in largestFirst {
      var lightest = 0
      for index in 1..<max(1, count) where loads[index] < loads[lightest] { lightest = index }
      shards[lightest].append(file)
      // A file costs something even when it is empty.
      loads[lightest] += file.byteCount + 2_000
    }
    return shards.map { $0.sorted { $0.path < $1.path } }
  }
}
