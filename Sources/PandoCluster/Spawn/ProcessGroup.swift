import Foundation
import Glibc

/// The process group that a worker leads, and what it has started is in.
enum ProcessGroup {
  /// The number of times that the group is looked through: what is about to end may still start others.
  private static let roundsAtMost = 10

  /// Ends every other process of this one's group at once. By their numbers, as a signal for the group would end this
  /// one, too, and one that can be handled is often blocked: a process has the signal mask of the thread that started
  /// it, and threads of the concurrency pool block nearly all.
  static func killOthers() {
    for _ in 0..<roundsAtMost {
      let others = others()
      if others.isEmpty { return }
      for other in others { kill(other, SIGKILL) }
    }
  }

  /// The living processes of the group but for this one.
  private static func others() -> [Int32] {
    let group = getpgrp()
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap(Int32.init).filter { process in
      guard process != getpid(),
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        // The name in parentheses may have spaces and parentheses; behind it are the state, the parent and the group.
        let end = status.lastIndex(of: ")")
      else { return false }
      let fields = status[end...].dropFirst().split(separator: " ")
      return fields.count > 2 && fields[0] != "Z" && fields[0] != "X" && Int32(fields[2]) == group
    }
  }
}
