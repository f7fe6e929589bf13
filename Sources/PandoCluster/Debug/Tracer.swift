import Foundation

/// The process that traces another one, as a debugger does.
struct Tracer: Equatable, Sendable {
  let processID: Int32
  /// Its command: `gdb`, `lldb-server`.
  let name: String

  /// Returns the tracer of a process on this machine; nil where there is none.
  static func of(_ processID: Int32) -> Tracer? {
    guard let status = KernelFile.text("/proc/\(processID)/status"),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("TracerPid:") }),
      let tracer = line.split(whereSeparator: { $0 == "\t" || $0 == " " }).last.flatMap({
        Int32($0)
      }),
      tracer > 0
    else { return nil }
    let name = KernelFile.text("/proc/\(tracer)/comm")
    return Tracer(
      processID: tracer,
      name: name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "a debugger")
  }
}

extension Tracer: CustomStringConvertible {
  var description: String { "process \(processID) (\(name))" }
}
