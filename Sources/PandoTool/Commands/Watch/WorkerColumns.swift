import PandoCluster

/// The columns of tables about a worker's own process and its machine.
enum WorkerColumns {
  /// The processor time of its process, as a part of one processor, and its memory.
  static let process = ["cpu", "memory"]
  /// The processors and the memory that are taken where it runs, by whichever process.
  static let host = ["host cpu", "host mem"]

  static func process(_ worker: ClusterStatus.Worker) -> [String] {
    [percent(worker.processUse), worker.residentBytes.map(bytes) ?? ""]
  }

  static func host(_ worker: ClusterStatus.Worker) -> [String] {
    [percent(worker.processorUse), percent(worker.memoryUse)]
  }

  private static func percent(_ part: Double?) -> String {
    part.map { "\(Int(($0 * 100).rounded()))%" } ?? ""
  }

  /// Returns a size in the unit that leaves it four figures at most: `812 KiB`, `64 MiB`.
  static func bytes(_ count: Int) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"]
    var (size, unit) = (Double(count) / 1_024, 0)
    while size >= 9_999.5, unit < units.count - 1 { (size, unit) = (size / 1_024, unit + 1) }
    return "\(Int(size.rounded())) \(units[unit])"
  }

  /// Its usability; of one that is silent, since when.
  static func standing(_ worker: ClusterStatus.Worker) -> String {
    guard worker.isSilent == true else { return worker.standing }
    return "\(worker.standing) \(TimeText.text(milliseconds: worker.silenceMilliseconds))"
  }
}
