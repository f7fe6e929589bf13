import Logging
import PandoCluster

/// Turns what the library logs into events of the demo; errors go to standard error.
struct DemoLogHandler: LogHandler {
  let label: String
  let output: any DemoOutput
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice

  init(label: String, output: any DemoOutput) {
    self.label = label
    self.output = output
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    if event.level >= .error {
      printError("error: \(label): \(event.message)")
    } else {
      output.event("\(event.message)")
    }
  }
}
