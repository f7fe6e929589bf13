import PandoHosting

/// The limits of what a coordinator remembers, whoever asks.
enum CoordinatorLimits {
  static let workers = 16_384
  static let features = 1024
  static let labels = 64
  /// The problems that a status tells of.
  static let problems = 64
  static let textBytes = 1024

  /// Throws `ControlError.refused`.
  static func check(_ wish: PlacementWish) throws(ControlError) {
    guard (wish.neighbours?.count ?? 0) <= PlacementWish.neighboursAtMost else {
      throw .refused(
        "A wish may name \(PlacementWish.neighboursAtMost) workers with lanes of its group, and this one names more."
      )
    }
    guard (wish.avoided?.count ?? 0) <= PlacementWish.neighboursAtMost else {
      throw .refused(
        "A wish may name \(PlacementWish.neighboursAtMost) workers to avoid, and this one names more."
      )
    }
    guard !([wish.feature.name] + wish.labels).contains(where: \.hasControlCharacters) else {
      throw .refused(
        "The feature or a label of a wish holds a control character, which would give orders to terminals."
      )
    }
  }

  /// Throws `ControlError.refused`.
  static func check(_ record: WorkerRecord, workers count: Int) throws(ControlError) {
    guard count < workers else {
      throw .refused("The coordinator knows \(count) workers, and takes no more.")
    }
    try check(record)
  }

  /// Throws `ControlError.refused` where no coordinator takes such a worker, whoever else is there.
  static func check(_ record: WorkerRecord) throws(ControlError) {
    guard record.features.count <= features else {
      throw .refused(
        "A worker may host \(features) features, and this one hosts \(record.features.count).")
    }
    guard record.traits.labels.count <= labels else {
      throw .refused(
        "A worker may have \(labels) labels, and this one has \(record.traits.labels.count).")
    }
    let texts =
      [
        record.name, record.endpoint, record.hostName, record.key ?? "", record.life ?? "",
      ] + record.features.map(\.name) + record.traits.labels
    if let long = texts.first(where: { $0.utf8.count > textBytes }) {
      throw .refused(
        """
        A name, a label or an endpoint of a worker may have \(textBytes) bytes, and one that begins with \
        "\(String(long.prefix(32)).printable)" has \(long.utf8.count). Choose a shorter one.
        """)
    }
    guard !texts.contains(where: \.hasControlCharacters) else {
      throw .refused(
        "A name, a label or an endpoint of a worker holds a control character, which would give orders to terminals."
      )
    }
  }
}
