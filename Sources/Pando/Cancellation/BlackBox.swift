import CBlackBox
import Glibc
package import PandoHosting

/// The black box of this process, where it is a worker: whose code each thread runs, so that the process can tell of
/// whom it dies.
///
/// A thread is told the action that it reduces. An effect runs wherever its tasks and actors do: its first field of
/// ``EffectContext``, a task local, names it there. Code that has neither, as that of a detached task, a queue of
/// Dispatch or a thread of a C library, has no name, and those that ran are suspects.
package enum BlackBox {
  /// A lane as the threads of a worker know it: its number is one of its client's.
  struct Place: Sendable {
    /// The identity of the client's session.
    var client: UInt64 = 0
    /// 0 is none.
    var lane: UInt64 = 0
  }

  /// Has the end of this process told on a descriptor, from now on. Called once, before the process does anything else.
  ///
  /// - Parameter patienceMilliseconds: How long the thread that ends the process waits for ``letGo()`` at most.
  package static func open(_ descriptor: Int32, patienceMilliseconds: Int = 0) {
    nameEffects()
    pando_black_box_open(descriptor, Int32(patienceMilliseconds))
  }

  /// Lets the process end, whose last words were passed on. Nothing happens where it does not.
  package static func letGo() { pando_black_box_let_go() }

  private static func nameEffects() {
    // A task local is an object that lives as long as the program.
    pando_black_box_name_effects(
      unsafeBitCast(EffectContext.$current, to: UnsafeRawPointer.self))
  }

  /// Notes the lane whose code this thread runs from now on.
  @inline(__always)
  static func enters(_ place: Place) { pando_job_enter(place.client, place.lane) }

  /// Notes the action that this thread reduces from now on, for the lane that it has entered.
  @inline(__always)
  static func reduces(_ epoch: Epoch, _ sequence: SequenceNumber) {
    pando_job_reduce(epoch.rawValue, sequence.rawValue)
  }

  /// Runs what ends effects of a lane, as their cancellation handlers do: it is theirs.
  static func ending<Result>(effectsOf place: Place, _ body: () -> Result) -> Result {
    if place.lane == 0 { return body() }
    let former = pando_job_now()
    pando_job_end_effects(place.client, place.lane)
    defer { pando_job_resume(former) }
    return body()
  }

  /// The action that this thread reduces; nil where it reduces none.
  package static var reduced: Culprit? {
    let job = pando_job_now()
    guard job.lane != 0, job.sequence != 0 else { return nil }
    return .action(
      LaneID(rawValue: job.lane), Epoch(rawValue: job.epoch), SequenceNumber(rawValue: job.sequence)
    )
  }

  /// An effect that has a thread of this process.
  package struct Occupant: Hashable {
    let thread: Int32
    let owner: UInt64
    let number: UInt64
  }

  /// The effects that have one thread of this process each at every one of several looks: their code computes, or waits in a
  /// call, and others cannot have the thread. Empty where that cannot be told.
  ///
  /// Interrupts calls that wait in the kernel. Takes a fifth of a second where there are any; longer where threads do not
  /// answer. For one thread at a time.
  package static func occupants() -> Set<Occupant> {
    nameEffects()
    var occupants = occupantsNow()
    // One that comes and goes is missed by one of them.
    for _ in 0..<looks where !occupants.isEmpty {
      usleep(20_000)
      occupants.formIntersection(occupantsNow())
    }
    return occupants
  }

  private static let looks = 10

  private static func occupantsNow() -> Set<Occupant> {
    var found = [pando_occupant](repeating: pando_occupant(), count: 256)
    let count = found.withUnsafeMutableBufferPointer { found in
      pando_black_box_find_occupants(found.baseAddress, Int32(found.count))
    }
    return Set(
      found.prefix(max(0, Int(count))).map {
        Occupant(thread: $0.thread, owner: $0.owner, number: $0.number)
      })
  }

  /// Gives this thread what it takes to tell of a stack that has overflowed. The main thread and those of
  /// Swift's pool have it.
  package static func guardThread() { pando_black_box_guard_thread() }
}
