import CBlackBox
import CConfinement
import Glibc
import Synchronization

/// The part of its confinement that a worker carries out itself.
///
/// Whoever starts it looks afterwards whether it did, so nothing rests on what it says.
enum ConfinedWorker {
  /// The environment variable with the descriptor of the worker's own folder in `/proc`, which `open` reads, and what its
  /// filter lets through; a minus for either that there is not.
  static let variable = PANDO_SANDBOX_VARIABLE

  private static let filter = Atomic<Int64>(-1)

  /// Returns the value of the variable.
  static func words(ownFolder: Int32?, filter: UInt32?) -> String {
    "\(ownFolder.map(String.init) ?? "-") \(filter.map(String.init) ?? "-")"
  }

  /// Reads what the process was started with. Called before it does anything else.
  static func adopt() {
    guard let text = getenv(variable).map({ String(cString: $0) }) else { return }
    unsetenv(variable)
    pando_black_box_print_frames()
    let words = text.split(separator: " ")
    guard words.count == 2 else { return }
    if let lets = UInt32(words[1]) { filter.store(Int64(lets), ordering: .releasing) }
  }

  /// Gives up what the worker needs no more once it listens. Called before it hears any client.
  static func close() {
    let lets = filter.load(ordering: .acquiring)
    guard lets >= 0 else { return }
    let failure = pando_filter_install(UInt32(lets))
    guard failure != 0 else { return }
    printError(
      "error: the worker's system calls cannot be filtered: \(String(cString: strerror(-failure)))")
    _exit(1)
  }
}
