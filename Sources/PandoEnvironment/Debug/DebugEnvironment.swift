public import Dispatch
import Pando

/// The printers of the debugging operators.
public struct DebugEnvironment: Sendable {
  /// Prints one message.
  public var printer: @Sendable (_ message: String) -> Void

  /// Where `printer` is called. A serial queue keeps the messages in the order of the actions.
  public var queue: DispatchQueue

  /// Prints to the standard output, unless told otherwise, on a queue that all environments share.
  public init(
    printer: @escaping @Sendable (_ message: String) -> Void = { print($0) },
    queue: DispatchQueue? = nil
  ) {
    self.printer = printer
    self.queue = queue ?? PrintQueue.queue
  }

  #if DEBUG
    func deliver(_ message: String) {
      queue.async { [printer] in printer(message) }
    }
  #endif
}
