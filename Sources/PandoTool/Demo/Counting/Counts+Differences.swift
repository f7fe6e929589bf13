extension Counts {
  /// Every count by its name, in the order in which people read them.
  var named: [(name: String, value: Int)] {
    let totals = [
      ("files", files), ("binary files", binaryFiles), ("unreadable files", unreadableFiles),
      ("bytes", bytes), ("lines", lines), ("words", words),
    ]
    let initials = zip(Self.initialNames, wordsByInitial).map { ("words with initial \($0)", $1) }
    let lengths = zip(Self.lengthNames, wordsByLength).map { ("words of length \($0)", $1) }
    return (totals + initials + lengths).map { (name: $0.0, value: $0.1) }
  }

  /// One line for each count in which two results differ.
  static func differences(hosted: Counts, inOneProcess: Counts, of whom: String) -> [String] {
    zip(hosted.named, inOneProcess.named).compactMap { hosted, direct in
      guard hosted.value != direct.value else { return nil }
      return "\(whom): \(hosted.name): \(hosted.value) hosted, \(direct.value) in one process"
    }
  }
}
