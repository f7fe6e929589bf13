extension DemoReport.Kill {
  /// Notes what was done again, once all is counted.
  mutating func note(_ records: [ShardRecord]) {
    interruptedChildren = records.count { $0.interruptionCount > 0 }
    let again = records.flatMap { $0.batchesCountedAgain(after: processID) }
    batchesAgain = again.count
    bytesAgain = again.reduce(0) { $0 + $1.byteCount }
  }
}
