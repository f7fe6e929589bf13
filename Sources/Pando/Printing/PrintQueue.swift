package import Dispatch
import Glibc

/// Where the debugging operators print: in the order of the actions, without keeping a store waiting.
///
/// A process that exits prints first what is still to be printed.
package enum PrintQueue {
  package static let queue: DispatchQueue = {
    let queue = DispatchQueue(label: "pando.print", qos: .utility)
    atexit { PrintQueue.queue.sync {} }
    return queue
  }()

  static func print(_ text: String) {
    queue.async { Swift.print(text) }
  }
}
