import ArgumentParser
import PandoCluster
import PandoOTLP

/// The export of a command's traces, as its environment says.
enum TraceExport {
  /// Begins it; does nothing where the environment names no collector.
  static func begin() throws(ValidationError) {
    do {
      if let notice = try OTLPTracing.bootstrapOrThrow().notice { printError("warning: \(notice)") }
    } catch {
      throw ValidationError(error.description)
    }
  }
}
