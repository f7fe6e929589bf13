import Foundation
import Glibc

/// The session that a worker leads, and what it has started is in: a process that Foundation starts has a group of its
/// own, but stays in the session.
enum ProcessSession {
  /// The number of times that the session is looked through: what is about to end may still start others.
  private static let roundsAtMost = 10

  /// Ends every process of a session at once but for its leader. One by one, as nothing sends a signal to a session. A
  /// signal that can be handled is often blocked: a process has the mask of the thread that started it, and threads of
  /// the concurrency pool block nearly all.
  ///
  /// - Parameter leader: The number of the process that leads it, or has led it. It is given to no other process while
  ///   anything is left of the session.
  static func killFollowers(of leader: Int32) {
    for _ in 0..<roundsAtMost {
      let followers = followers(of: leader)
      if followers.isEmpty { return }
      for follower in followers { kill(follower, SIGKILL) }
    }
  }

  /// The living processes of the session but for its leader. O(processes of the machine).
  private static func followers(of leader: Int32) -> [Int32] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap(Int32.init).filter { process in
      guard process != leader,
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        // The name in parentheses may have spaces and parentheses; behind it are the state, the parent, the group and
        // the session.
        let end = status.lastIndex(of: ")")
      else { return false }
      let fields = status[end...].dropFirst().split(separator: " ")
      return fields.count > 3 && fields[0] != "Z" && fields[0] != "X" && Int32(fields[3]) == leader
    }
  }
}
