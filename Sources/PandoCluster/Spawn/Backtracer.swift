import Foundation

/// Swift's tool that prints the backtrace of a program that crashes, where the environment asks for it.
enum Backtracer {
  /// True if the environment, which workers inherit, says anything of backtraces.
  static var isConfigured: Bool {
    ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"]?.isEmpty == false
  }

  /// The way to have backtraces, for people, where nothing is said of them.
  static let advice = """
    For a backtrace, set SWIFT_BACKTRACE=enable=yes,color=no,interactive=no where the program is started; \
    swift-backtrace comes with the Swift toolchain
    """
}
