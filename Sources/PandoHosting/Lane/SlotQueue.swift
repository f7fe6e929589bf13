/// The uncommitted actions of a lane, in a ring: they join at the end and leave at the front.
///
/// A queue of its own, because each action touches its slot four times: elements are read and changed
/// where they lie, where `Deque` copies an element to read a part of it, and moves it out and back to
/// change one. Answers lie apart: most are never stored, as they commit when they come.
@safe
@usableFromInline
struct SlotQueue: ~Copyable {
  typealias Slot = LaneMachine.Slot

  // The `count` places from `front` on, around the end of the memory, are initialised, and no others; of
  // the answers, those of slots that say so. The capacity is nought or a power of two. There is memory for
  // answers once one was stored.
  private var memory: UnsafeMutablePointer<Slot>?
  private var answers: UnsafeMutablePointer<HostedResult>?
  private var capacity = 0
  private var front = 0
  @usableFromInline private(set) var count = 0
  /// The number of bytes that the answers take in memory, about.
  private(set) var answerBytes = 0

  init() {}

  deinit {
    for index in 0..<count {
      if unsafe place(index).pointee.isAnswered { unsafe answer(index).deinitialize(count: 1) }
      unsafe place(index).deinitialize(count: 1)
    }
    unsafe memory?.deallocate()
    unsafe answers?.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  private func place(_ index: Int) -> UnsafeMutablePointer<Slot> {
    // There is memory where there is an element, and the mask keeps the index inside it.
    unsafe memory.unsafelyUnwrapped + ((front &+ index) & (capacity &- 1))
  }

  @inline(__always)
  private func answer(_ index: Int) -> UnsafeMutablePointer<HostedResult> {
    // As above; there is room for an answer beside each slot that has one.
    unsafe answers.unsafelyUnwrapped + ((front &+ index) & (capacity &- 1))
  }

  /// Stores the answer for a slot that has none. O(1).
  mutating func answer(_ index: Int, with result: consuming HostedResult) {
    precondition(!self[index].isAnswered, "a slot has one answer")
    if unsafe answers == nil { unsafe answers = .allocate(capacity: capacity) }
    answerBytes += result.heldBytes
    unsafe answer(index).initialize(to: result)
    self[index].isAnswered = true
  }

  /// The answer for a slot that has one. O(1).
  subscript(answerAt index: Int) -> HostedResult {
    @inline(__always) _read {
      precondition(self[index].isAnswered, "slot \(index) has no answer")
      yield unsafe answer(index).pointee
    }
  }

  /// Frees the answer for a slot, if it has one. O(1).
  mutating func forgetAnswer(_ index: Int) {
    guard unsafe place(index).pointee.isAnswered else { return }
    unsafe place(index).pointee.isAnswered = false
    answerBytes -= unsafe answer(index).pointee.heldBytes
    unsafe answer(index).deinitialize(count: 1)
  }

  /// The slot at an index from the front. O(1).
  subscript(index: Int) -> Slot {
    @inline(__always) _read {
      precondition(index >= 0 && index < count, "there is no slot \(index)")
      yield unsafe place(index).pointee
    }
    @inline(__always) _modify {
      precondition(index >= 0 && index < count, "there is no slot \(index)")
      yield unsafe &place(index).pointee
    }
  }

  /// Returns whether one of the first slots satisfies a condition. O(limit).
  func contains(below limit: Int, _ condition: (borrowing Slot) -> Bool) -> Bool {
    for index in 0..<Swift.min(limit, count) where unsafe condition(place(index).pointee) {
      return true
    }
    return false
  }

  /// Adds a slot behind all others. O(1) amortised.
  mutating func append(_ slot: consuming Slot) {
    if count == capacity { grow() }
    unsafe place(count).initialize(to: slot)
    count += 1
  }

  /// Adds a slot before the one at an index. O(n).
  mutating func insert(_ slot: consuming Slot, at index: Int) {
    precondition(index >= 0 && index <= count, "there is no place \(index)")
    append(slot)
    var last = count - 1
    while last > index {
      unsafe swap(&place(last).pointee, &place(last - 1).pointee)
      if unsafe place(last).pointee.isAnswered {
        unsafe answer(last).moveInitialize(from: answer(last - 1), count: 1)
      }
      last -= 1
    }
  }

  /// Takes out the slot at an index. O(n).
  mutating func remove(at index: Int) {
    precondition(index >= 0 && index < count, "there is no slot \(index)")
    forgetAnswer(index)
    unsafe place(index).deinitialize(count: 1)
    for later in index + 1..<count {
      unsafe place(later - 1).moveInitialize(from: place(later), count: 1)
      if unsafe place(later - 1).pointee.isAnswered {
        unsafe answer(later - 1).moveInitialize(from: answer(later), count: 1)
      }
    }
    count -= 1
    shrink()
  }

  /// Takes out the slot at the front. O(1).
  mutating func removeFirst() {
    precondition(count > 0, "there is no slot")
    forgetAnswer(0)
    unsafe place(0).deinitialize(count: 1)
    front = (front + 1) & (capacity - 1)
    count -= 1
    shrink()
  }

  mutating func removeAll() {
    self = SlotQueue()
  }

  private mutating func grow() {
    // Most lanes have one action at a time.
    let larger = Swift.max(1, capacity * 2)
    let moved = UnsafeMutablePointer<Slot>.allocate(capacity: larger)
    let movedAnswers = unsafe answers.map { _ in
      UnsafeMutablePointer<HostedResult>.allocate(capacity: larger)
    }
    for index in 0..<count {
      if unsafe place(index).pointee.isAnswered, let movedAnswers = unsafe movedAnswers {
        unsafe (movedAnswers + index).moveInitialize(from: answer(index), count: 1)
      }
      unsafe (moved + index).moveInitialize(from: place(index), count: 1)
    }
    unsafe memory?.deallocate()
    unsafe answers?.deallocate()
    unsafe memory = moved
    unsafe answers = movedAnswers
    capacity = larger
    front = 0
  }

  /// Lets go of the memory of a burst that is over.
  private mutating func shrink() {
    if count == 0, capacity > Self.keptCapacity {
      unsafe memory?.deallocate()
      unsafe answers?.deallocate()
      unsafe memory = nil
      unsafe answers = nil
      capacity = 0
      front = 0
    }
  }

  /// The number of places an empty queue keeps.
  private static var keptCapacity: Int { 64 }
}

extension LaneMachine {
  /// One uncommitted action.
  struct Slot {
    var action: HostedAction
    /// The epoch it was dispatched in; nil when it still waits or was squashed.
    var dispatched: Epoch?
    /// True if the queue holds its answer; one that was applied as it was read is held by nobody.
    fileprivate(set) var isAnswered = false
    var record = TrialRecord()

    init(action: HostedAction, dispatched: Epoch? = nil) {
      self.action = action
      self.dispatched = dispatched
    }

    /// Returns whether an answer given in an epoch is for what was dispatched; nil when nothing was.
    func isAnswer(_ answered: Epoch) -> Bool? {
      guard let dispatched else { return nil }
      return dispatched == answered
    }
  }
}
