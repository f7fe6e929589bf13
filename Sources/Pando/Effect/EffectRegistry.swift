/// The effects that run, and what ends them.
///
/// Not synchronised: its owner guards it with a lock. Cancelling marks an effect at once, and collects
/// its task, which the owner cancels when the lock is free: `takeCancellations()`. `Tag` is what the
/// owner wants to know when an effect ends.
final class EffectRegistry<Tag> {
  private struct Running {
    let owner: Incarnation
    let ids: [ScopedCancelID]
    let tag: Tag
    let name: String?
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private var running: [UInt64: Running] = [:]
  private var nextNumber: UInt64 = 1
  private var index = CancelIndex()

  /// A part of a running effect that can be cancelled by itself.
  private struct Section {
    let id: ScopedCancelID
    let cancel: @Sendable () -> Void
  }

  private var sections: [UInt64: Section] = [:]
  private var sectionIndex = CancelIndex()
  private var cancellations = EffectCancellations()

  /// The number of effects that run.
  var count: Int { running.count }

  /// Registers an effect before its task is made, so that the task can name it.
  func register(
    owner: Incarnation, ids: [ScopedCancelID], tag: Tag, name: String?
  ) -> UInt64 {
    let number = nextNumber
    nextNumber += 1
    running[number] = Running(owner: owner, ids: ids, tag: tag, name: name)
    owner.effects.insert(number)
    for id in ids { index.insert(number, under: id) }
    return number
  }

  func attach(_ task: Task<Void, Never>, to number: UInt64) {
    running[number]?.task = task
  }

  /// The effects that run, in the order in which they were started. O(n log n).
  var all: [(tag: Tag, name: String?, isCancelled: Bool)] {
    running.sorted { $0.key < $1.key }.map { _, effect in
      (effect.tag, effect.name, effect.isCancelled)
    }
  }

  /// The incarnation and the tag of a running effect.
  func effect(_ number: UInt64) -> (owner: Incarnation, tag: Tag)? {
    running[number].map { ($0.owner, $0.tag) }
  }

  /// Returns the incarnation and the tag of an effect that may send an action; nil when it is not known
  /// or was cancelled.
  ///
  /// The task of a cancelled one is collected once more: the thread that cancels it may not have come
  /// that far, and whoever waits in `send` is resumed only after it was cancelled.
  func sender(_ number: UInt64) -> (owner: Incarnation, tag: Tag)? {
    guard let effect = running[number] else { return nil }
    guard effect.isCancelled else { return (effect.owner, effect.tag) }
    if let task = effect.task { cancellations.append(task) }
    return nil
  }

  /// Forgets an effect that has ended; nil when it is not known.
  func finish(_ number: UInt64) -> Tag? {
    guard let effect = running.removeValue(forKey: number) else { return nil }
    effect.owner.effects.remove(number)
    for id in effect.ids { index.remove(number, under: id) }
    return effect.tag
  }

  /// Registers a part of a running effect; nil when the effect is not known.
  func beginSection(
    of number: UInt64, under id: CancelID, cancelInFlight: Bool,
    cancel: @escaping @Sendable () -> Void
  ) -> UInt64? {
    guard let effect = running[number] else { return nil }
    let id = ScopedCancelID(id: id, scope: effect.owner)
    if cancelInFlight { self.cancel(id) }
    let section = nextNumber
    nextNumber += 1
    sections[section] = Section(id: id, cancel: cancel)
    sectionIndex.insert(section, under: id)
    return section
  }

  /// Returns the state that throttled effects of one feature share under an identity; nil when the
  /// effect is not known.
  func throttle(
    _ id: CancelID, of number: UInt64, make: () -> any Throttling
  ) -> (any Throttling)? {
    running[number]?.owner.throttle(id, make: make)
  }

  func endSection(_ section: UInt64) {
    guard let ended = sections.removeValue(forKey: section) else { return }
    sectionIndex.remove(section, under: ended.id)
  }

  // MARK: - Cancelling

  /// True if something was cancelled that does not know yet.
  var hasCancellations: Bool { !cancellations.isEmpty }

  /// Takes what was cancelled, to be carried out once the lock is free.
  func takeCancellations() -> EffectCancellations {
    defer { cancellations = EffectCancellations() }
    return cancellations
  }

  /// Cancels the effects, and the parts of effects, under an identity that the scope or a child of it
  /// used. O(what is cancelled).
  func cancel(_ id: ScopedCancelID) {
    for number in sectionIndex.numbers(under: id) {
      if let section = sections[number] { cancellations.append(section: section.cancel) }
    }
    for number in index.numbers(under: id) { cancel(number) }
  }

  /// Cancels the effects under an identity that came encoded, and that the scope or a child of it
  /// used. O(identities in use).
  func cancel(_ encoded: EncodedCancelID, in scope: Incarnation) {
    for id in Set(index.ids).union(sectionIndex.ids) {
      let known = EncodedCancelID(id)
      if known == encoded {
        cancel(ScopedCancelID(id: id, scope: scope))
      } else if known.cannotReach(encoded), isUsed(id, in: scope) {
        known.reportUncrossable()
      }
    }
  }

  /// Returns whether the scope or a child of it runs anything under an identity.
  private func isUsed(_ id: CancelID, in scope: Incarnation) -> Bool {
    let id = ScopedCancelID(id: id, scope: scope)
    return !index.numbers(under: id).isEmpty || !sectionIndex.numbers(under: id).isEmpty
  }

  func cancel(_ number: UInt64) {
    guard let effect = running[number], !effect.isCancelled else { return }
    running[number]?.isCancelled = true
    if let task = effect.task { cancellations.append(task) }
  }

  /// Cancels the effects whose tag satisfies a condition.
  func cancel(taggedBy matches: (Tag) -> Bool) {
    for (number, effect) in running where matches(effect.tag) { cancel(number) }
  }

  /// Cancels everything that an incarnation and its children run, and says how many that were.
  @discardableResult
  func cancelAll(of incarnation: Incarnation) -> Int {
    var count = 0
    func cancelEffects(_ incarnation: Incarnation) {
      count += incarnation.effects.count
      for number in incarnation.effects { cancel(number) }
    }
    cancelEffects(incarnation)
    incarnation.forEachDescendant(cancelEffects)
    return count
  }

  /// Cancels every effect, and says how many that were.
  @discardableResult
  func cancelEverything() -> Int {
    for number in running.keys { cancel(number) }
    return running.count
  }
}
