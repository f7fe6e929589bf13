/// The effects that run, and what ends them.
///
/// Not synchronised: its owner guards it with a lock. Cancelling marks an effect at once, and collects
/// its task, which the owner cancels when the lock is free: `takeCancellations()`. `Owner` is what effects
/// belong to, and `Tag` what the owner of the registry wants to know when an effect ends.
final class EffectRegistry<Owner: EffectOwner, Tag> {
  private var places: [Place] = []
  private var vacant: [Int] = []
  private(set) var startCount: UInt64 = 0
  private(set) var index = CancelIndex()

  private(set) var sections = EffectSections()
  @exclusivity(unchecked)
  private var cancellations: EffectCancellations
  init(of place: BlackBox.Place = .init()) { cancellations = EffectCancellations(of: place) }

  /// True if it notes which effects are cancelled, for `takeCancelled()`.
  var notesCancelled = false
  private var cancelled: [UInt64] = []

  /// The number of effects that run.
  var count: Int { places.count - vacant.count }

  /// The first number that a new place has, so that none comes back.
  private var fresh: UInt64 = 0
  /// The number of places that are kept while nothing runs.
  private static var placesKept: Int { 64 }

  /// Returns the place of an effect that runs: the lower half of its number.
  @inline(__always)
  private func find(_ number: UInt64) -> Int? {
    let place = Int(number & 0xFFFF_FFFF)
    guard place < places.count, places[place].number == number, places[place].owner != nil else {
      return nil
    }
    return place
  }

  private static func successor(of number: UInt64) -> UInt64 { number &+ (1 << 32) }

  /// Registers an effect before its task is made, so that the task can name it.
  func register(
    owner: Owner, ids: [ScopedCancelID], tag: Tag, name: String?,
    location: OperatorLocation? = nil
  ) -> UInt64 {
    let place = vacant.popLast() ?? addPlace()
    startCount += 1
    places[place].owner = owner
    places[place].ids = ids
    places[place].tag = tag
    places[place].name = name
    places[place].location = location
    places[place].isCancelled = false
    places[place].isDropped = false
    places[place].start = startCount
    places[place].previous = -1
    places[place].next = owner.firstEffect
    if owner.firstEffect >= 0 { places[owner.firstEffect].previous = place }
    owner.firstEffect = place
    let number = places[place].number
    for id in ids {
      index.insert(number, under: id)
      if id.isThrottled { inherit(id.id, by: place, nil) }
    }
    return number
  }

  private func addPlace() -> Int {
    places.append(Place(number: fresh | UInt64(places.count)))
    return places.count - 1
  }

  func attach(_ task: Task<Void, Never>, to number: UInt64) {
    guard let place = find(number) else { return }
    places[place].task = task
    // Its start had to wait.
    if places[place].isCancelled { cancellations.append(task) }
  }

  /// The effects that run, in the order in which they were started. O(n log n).
  var all: [(tag: Tag, name: String?, isCancelled: Bool)] {
    let running = places.filter { $0.owner != nil }.sorted { $0.start < $1.start }
    return running.compactMap { place in
      place.tag.map { ($0, place.name, place.isCancelled) }
    }
  }

  /// The name of a running effect, and where it was written, as far as they are known.
  func label(of number: UInt64) -> (name: String?, location: OperatorLocation?) {
    find(number).map { (places[$0].name, places[$0].location) } ?? (nil, nil)
  }

  /// Takes the numbers of the effects that were cancelled since the last call. Some may have ended.
  func takeCancelled() -> [UInt64] {
    if cancelled.isEmpty { return [] }
    defer { cancelled = [] }
    return cancelled
  }

  /// The owner and the tag of a running effect.
  func effect(_ number: UInt64) -> (owner: Owner, tag: Tag)? {
    guard let place = find(number), let owner = places[place].owner, let tag = places[place].tag
    else { return nil }
    return (owner, tag)
  }

  /// True of an effect that runs where neither it nor the section was cancelled.
  func isRunning(_ number: UInt64, in section: UInt64?) -> Bool {
    guard let place = find(number) else { return false }
    return !places[place].isCancelled && !sections.isCancelled(section)
  }

  /// True of an effect that runs and was not cancelled, unless a part of it that was sends what was due.
  func maySend(_ number: UInt64) -> Bool {
    guard let place = find(number) else { return false }
    return !places[place].isCancelled && !isDueDropped(of: number)
  }

  /// True where a part of an effect sends what was due (``EffectContext/sendsDue``), and was cancelled meanwhile
  /// otherwise than to be replaced.
  private func isDueDropped(of number: UInt64) -> Bool {
    guard sections.hasDropped, let context = EffectContext.current else { return false }
    return context.sendsDue && context.effect == number && sections.isDropped(context.section)
  }

  /// Returns the owner and the tag of an effect that may send an action; nil when it is not known
  /// or was cancelled. One that was replaced still sends what is due (``EffectContext/sendsDue``), unless it, or
  /// the part of it that sends, was cancelled otherwise.
  ///
  /// The task of a cancelled one is collected once more: the thread that cancels it may not have come
  /// that far, and whoever waits in `send` is resumed only after it was cancelled.
  func sender(_ number: UInt64) -> (owner: Owner, tag: Tag)? {
    guard let place = find(number) else { return nil }
    if places[place].isCancelled, let task = places[place].task { cancellations.append(task) }
    if isDueDropped(of: number) { return nil }
    guard places[place].isCancelled else { return effect(number) }
    let context = places[place].isDropped ? nil : EffectContext.current
    return context?.sendsDue == true && context?.effect == number ? effect(number) : nil
  }

  /// Forgets an effect that has ended; nil when it is not known.
  func finish(_ number: UInt64) -> Tag? {
    guard let place = find(number), let owner = places[place].owner, let tag = places[place].tag
    else { return nil }
    let (previous, next) = (places[place].previous, places[place].next)
    if previous >= 0 { places[previous].next = next } else { owner.firstEffect = next }
    if next >= 0 { places[next].previous = previous }
    for id in places[place].ids { index.remove(number, under: id) }
    places[place].owner = nil
    places[place].ids = []
    places[place].throttledIDs = []
    places[place].tag = nil
    places[place].name = nil
    places[place].location = nil
    places[place].task = nil
    places[place].number = Self.successor(of: number)
    vacant.append(place)
    if places.count > Self.placesKept, count == 0 { forgetPlaces() }
    return tag
  }

  /// Gives up all places: a walk over them costs as many as there ever were.
  private func forgetPlaces() {
    for place in places { fresh = max(fresh, place.number & ~0xFFFF_FFFF) }
    places = []
    vacant = []
  }

  /// Registers a part of a running effect; nil when the effect is not known. Where the effect, or the part of it that
  /// asks, was cancelled, it takes nobody's place: if it was to cancel others, it is cancelled itself.
  ///
  /// - Parameter outer: The section that asks; nil where the effect as a whole does.
  func beginSection(
    of number: UInt64, in outer: UInt64?, under id: CancelID, _ inFlight: InFlight,
    cancel: @escaping @Sendable () -> Void
  ) -> UInt64? {
    guard let place = find(number), let owner = places[place].owner else { return nil }
    let mayBegin = inFlight == .kept || isRunning(number, in: outer)
    let id = ScopedCancelID(
      id: id, scope: owner, isThrottled: mayBegin && inFlight == .replaced)
    if mayBegin, inFlight != .kept { self.cancel(id, isReplaced: inFlight == .replaced) }
    let section = sections.begin(id, in: outer, cancel: cancel)
    if id.isThrottled { inherit(id.id, by: place, section) }
    if !mayBegin {
      sections.cancel(section, isReplaced: false)
      cancellations.append(section: cancel)
    }
    return section
  }

  /// Hands what waits under an identity to a throttled effect, or a part of one, that takes the place of those before.
  private func inherit(_ id: CancelID, by place: Int, _ section: UInt64?) {
    places[place].throttledIDs.append(id)
    places[place].owner?.inherit(id, by: places[place].number, section)
  }

  /// Makes an effect the owner of the state that throttled effects of one feature share under an identity; nil
  /// when the effect, or the part of it that asks, is not known or was cancelled: another may own the state by now.
  func throttle(
    _ id: CancelID, of number: UInt64, _ section: UInt64?,
    next: ((any Throttling)?) -> any Throttling
  ) -> ThrottleShare? {
    guard let place = find(number), let owner = places[place].owner, !places[place].isCancelled,
      !sections.isCancelled(section)
    else { return nil }
    let (state, replaced) = owner.throttle(id, of: number, section, next: next)
    keep(replaced)
    return ThrottleShare(state: state, turn: state.begin())
  }

  func endSection(_ section: UInt64) {
    sections.end(section)
  }

  // MARK: - Cancelling

  /// True if something was cancelled that does not know yet.
  var hasCancellations: Bool { !cancellations.isEmpty }

  /// Takes what was cancelled, to be carried out once the lock is free.
  func takeCancellations() -> EffectCancellations {
    defer { cancellations = EffectCancellations(of: cancellations.place) }
    return cancellations
  }

  /// Cancels the effects, and the parts of effects, under an identity that the scope or a child of it
  /// used. O(what is cancelled).
  ///
  /// - Parameter isReplaced: Whether a throttled effect of the scope takes their place, and with it what those
  ///   of the scope wait to send.
  func cancel(_ id: ScopedCancelID, isReplaced: Bool = false) {
    func stays(_ owner: EffectOwner) -> Bool { isReplaced && owner === id.scope }
    for number in sections.numbers(under: id) {
      guard let section = sections[number] else { continue }
      let owner = section.id.scope
      sections.cancel(number, isReplaced: stays(owner))
      cancellations.append(section: section.cancel)
      if stays(owner) { continue }
      keep(owner.dropThrottled(id.id))
      for part in section.throttled { keep(owner.dropThrottled(part.id, in: part.number)) }
    }
    for number in index.numbers(under: id) {
      guard let place = find(number), let owner = places[place].owner else { continue }
      if !stays(owner) { keep(owner.dropThrottled(id.id)) }
      cancel(at: place, stays(owner))
    }
  }

  /// Drops what throttled effects have handed on to one under the same identities that is never started.
  func dropThrottled(under ids: [ScopedCancelID]) {
    for id in ids where id.isThrottled { keep(id.scope.dropThrottled(id.id)) }
  }

  func cancel(_ number: UInt64) {
    if let place = find(number) { cancel(at: place) }
  }

  private func cancel(at place: Int, _ isReplaced: Bool = false) {
    guard let owner = places[place].owner else { return }
    if !isReplaced, !places[place].isDropped {
      places[place].isDropped = true
      for id in places[place].throttledIDs {
        keep(owner.dropThrottled(id, of: places[place].number))
      }
    }
    if places[place].isCancelled { return }
    places[place].isCancelled = true
    if notesCancelled { cancelled.append(places[place].number) }
    if let task = places[place].task { cancellations.append(task) }
  }

  /// Keeps what was dropped until the lock is free: it may be a user's value.
  private func keep(_ dropped: (any Sendable)?) {
    if let dropped { cancellations.append(section: { withExtendedLifetime(dropped) {} }) }
  }

  /// Cancels the effects whose tag satisfies a condition.
  func cancel(taggedBy matches: (Tag) -> Bool) {
    for place in places.indices {
      if let tag = places[place].tag, matches(tag) { cancel(at: place) }
    }
  }

  /// Cancels everything that one owner runs.
  func cancelAll(of owner: EffectOwner) {
    var place = owner.firstEffect
    while place >= 0 {
      cancel(at: place)
      place = places[place].next
    }
  }

  /// Cancels every effect, and says how many that were.
  @discardableResult
  func cancelEverything() -> Int {
    for place in places.indices { cancel(at: place) }
    return count
  }
}
