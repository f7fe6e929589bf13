import Logging
import ZeroMQ

extension DescriptorLimit {
  /// Raises the limit as far as it goes; libzmq ends the process when it is reached.
  static func raiseQuietly() {
    do throws(ZeroMQError) {
      _ = try raise()
    } catch {
      Logger(label: "pando").warning("the limit of open files stays as it is: \(error)")
    }
  }
}
