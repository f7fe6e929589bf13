import CProcess
import Foundation
import Glibc

/// The session that a worker leads, and what it has started is in: a process that Foundation starts has a group of its
/// own, but stays in the session.
enum ProcessSession {
  /// The number of times that the session is looked through: what is about to end may still start others.
  private static let roundsAtMost = 10

  /// Ends every process of a session at once but for its leader. One by one, as nothing sends a signal to a session. A
  /// signal that can be handled is often blocked: a process has the mask of the thread that started it, and threads of
  /// the concurrency pool block nearly all. O(processes of the machine).
  ///
  /// - Parameter leader: The number of the process that leads it, or has led it. It is given to no other process while
  ///   anything is left of the session.
  static func killFollowers(of leader: Int32) {
    var killed: Set<Int32> = [leader]
    for _ in 0..<roundsAtMost {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      let followers = names.compactMap(Int32.init).filter {
        getsid($0) == leader && !killed.contains($0)
      }
      if followers.isEmpty { return }
      for follower in followers { kill(follower, of: leader) }
      killed.formUnion(followers)
    }
  }

  /// Ends a process by a descriptor, which stands for it and for none that takes over its number.
  private static func kill(_ process: Int32, of leader: Int32) {
    let descriptor = pando_pidfd_open(process)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if getsid(process) == leader { _ = pando_pidfd_send_signal(descriptor, SIGKILL) }
  }
}
