import CBlackBox
import PandoHosting

/// The black box of this process, where it is a worker: whose code each thread runs, so that the process can tell of
/// whom it dies.
///
/// A thread is told the action that it reduces. An effect runs wherever its tasks and actors do: its first field of
/// ``EffectContext``, a task local, names it there. Code that has neither, as that of a detached task, a queue of
/// Dispatch or a thread of a C library, has no name, and those that ran are suspects.
package enum BlackBox {
  /// Has the end of this process told on a descriptor, from now on. Called once, before the process does anything else.
  package static func open(_ descriptor: Int32) {
    // A task local is an object that lives as long as the program.
    pando_black_box_name_effects(
      unsafeBitCast(EffectContext.$current, to: UnsafeRawPointer.self))
    pando_black_box_open(descriptor)
  }

  /// The action that this thread reduces; nil where it reduces none.
  package static var reduced: Culprit? {
    let job = pando_job_now()
    guard job.lane != 0, job.sequence != 0 else { return nil }
    return .action(
      LaneID(rawValue: job.lane), Epoch(rawValue: job.epoch), SequenceNumber(rawValue: job.sequence)
    )
  }

  /// Gives this thread what it takes to tell of a stack that has overflowed.
  package static func guardThread() { pando_black_box_guard_thread() }
}

extension pando_effect {
  /// The name of an effect of a hosted child, for the handler of a signal.
  init<Action>(_ run: EffectRun<Action>, _ lane: LaneID, _ sequence: SequenceNumber) {
    self.init()
    mark = PANDO_EFFECT_MARK
    self.lane = lane.rawValue
    self.sequence = sequence.rawValue
    if let location = run.location, location.fileID.hasPointerRepresentation {
      file = UnsafeRawPointer(location.fileID.utf8Start).assumingMemoryBound(to: CChar.self)
      fileLength = UInt64(location.fileID.utf8CodeUnitCount)
      line = UInt64(location.line)
    }
    guard let name = run.name else { return }
    withUnsafeMutableBytes(of: &self.name) { bytes in
      bytes.copyBytes(from: name.utf8.prefix(bytes.count))
    }
    nameLength = UInt64(name.utf8.count)
  }
}
