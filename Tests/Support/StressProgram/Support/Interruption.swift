import Glibc
import Synchronization

/// The wish of whoever runs the program that it ends, by Ctrl-C or SIGTERM.
enum Interruption {
  private static let asked = Atomic(false)

  static var isAsked: Bool { asked.load(ordering: .acquiring) }

  /// Notes the wish from now on, in place of ending at once. Processes that are started end at once all the same.
  static func note() {
    // Made now: a handler must not be the first to ask.
    _ = isAsked
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in Interruption.asked.store(true, ordering: .releasing) }
    }
  }

  /// The exit status of a program that ended by the wish.
  static let status: Int32 = 128 + SIGINT
}
