import CProcess
import Pando
import PandoHosting

extension Sandbox {
  /// The label of the workers that have these rights, as those say of themselves that other programs start.
  ///
  /// Equal rights have equal labels, in whatever order paths, ports and variables are named.
  package var label: String {
    var sandbox = self
    sandbox.enforcement = .required
    sandbox.files = Files(
      read: Set(files.read).sorted(), readWrite: Set(files.readWrite).sorted())
    if case .connect(let ports) = network {
      sandbox.network = .connect(toPorts: Set(ports).sorted())
    }
    if case .only(let names) = environment { sandbox.environment = .only(Set(names).sorted()) }
    return "\(WorkerTraits.sandboxPrefix)\(sandbox.digest(digitCount: 16))"
  }

  /// The last digits of a number for the rights as they are written, in hexadecimal.
  func digest(digitCount: Int) -> String {
    let text = Array(description.utf8)
    let digits = String(
      text.withUnsafeBytes { pando_digest($0.baseAddress, UInt($0.count)) }, radix: 16)
    return (String(repeating: "0", count: 16 - digits.count) + digits).suffix(digitCount)
      .description
  }
}
