package import Dispatch

/// Where the debugging operators print: in the order of the actions, without keeping a store waiting.
package enum PrintQueue {
  package static let queue = DispatchQueue(label: "pando.print", qos: .utility)

  static func print(_ text: String) {
    queue.async { Swift.print(text) }
  }
}
