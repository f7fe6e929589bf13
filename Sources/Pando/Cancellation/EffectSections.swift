/// The parts of running effects that can be cancelled by themselves: each is a section, and may lie in another one.
///
/// Not synchronised: it belongs to an `EffectRegistry`.
struct EffectSections {
  struct Section {
    let id: ScopedCancelID
    /// The section around it, if there is one.
    let outer: UInt64?
    let cancel: @Sendable () -> Void
    var isCancelled = false
    /// True if it was cancelled, and not to be replaced by another that is throttled as it is.
    var isDropped = false
    /// The throttled sections in it, itself among them, and their identities.
    var throttled: [(id: CancelID, number: UInt64)] = []
  }

  private var sections: [UInt64: Section] = [:]
  private var next: UInt64 = 1
  private var index = CancelIndex()
  private var droppedCount = 0

  /// The identities in use.
  var ids: some Collection<CancelID> { index.ids }

  subscript(number: UInt64) -> Section? { sections[number] }

  /// Returns those under an identity in a scope and below it.
  func numbers(under id: ScopedCancelID) -> Set<UInt64> { index.numbers(under: id) }

  /// Registers a section, and returns its number. O(depth).
  mutating func begin(
    _ id: ScopedCancelID, in outer: UInt64?, cancel: @escaping @Sendable () -> Void
  ) -> UInt64 {
    let number = next
    next += 1
    sections[number] = Section(id: id, outer: outer, cancel: cancel)
    index.insert(number, under: id)
    guard id.isThrottled else { return number }
    var around: UInt64? = number
    while let place = around, sections[place] != nil {
      sections[place]?.throttled.append((id: id.id, number: number))
      around = sections[place]?.outer
    }
    return number
  }

  /// Forgets a section that has ended.
  mutating func end(_ number: UInt64) {
    guard let ended = sections.removeValue(forKey: number) else { return }
    if ended.isDropped { droppedCount -= 1 }
    index.remove(number, under: ended.id)
  }

  /// Marks a section as cancelled.
  mutating func cancel(_ number: UInt64, isReplaced: Bool) {
    guard let section = sections[number] else { return }
    sections[number]?.isCancelled = true
    if isReplaced || section.isDropped { return }
    sections[number]?.isDropped = true
    droppedCount += 1
  }

  /// Returns whether a section, or one around it, was cancelled. Nil is the whole effect, which is in none. O(depth).
  func isCancelled(_ number: UInt64?) -> Bool {
    contains(number) { $0.isCancelled }
  }

  /// True if one was cancelled otherwise than to be replaced, and has not ended yet.
  var hasDropped: Bool { droppedCount > 0 }

  /// Returns whether a section, or one around it, was cancelled otherwise than to be replaced. O(depth).
  func isDropped(_ number: UInt64?) -> Bool {
    contains(number) { $0.isDropped }
  }

  /// Returns whether a section or one around it satisfies a condition.
  private func contains(_ number: UInt64?, where condition: (Section) -> Bool) -> Bool {
    var around = number
    while let place = around, let section = sections[place] {
      if condition(section) { return true }
      around = section.outer
    }
    return false
  }
}
