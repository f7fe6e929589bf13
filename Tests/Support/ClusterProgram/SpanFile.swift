import Foundation
import InMemoryTracing
import Tracing

/// Writes what a worker has traced to a file, for the test that started it.
enum SpanFile {
  private static let tracer = InMemoryTracer(
    idGenerator: InMemoryTracer.IDGenerator(
      nextTraceID: { UUID().uuidString }, nextSpanID: { UUID().uuidString }))

  /// Traces this process, where the test names a folder.
  static func writeAtExit() {
    guard ProcessInfo.processInfo.environment["PANDO_TEST_SPANS"] != nil else { return }
    InstrumentationSystem.bootstrap(tracer)
    atexit { SpanFile.write() }
  }

  /// Writes a line for each span that has ended: trace, span, parent, name.
  private static func write() {
    guard let folder = ProcessInfo.processInfo.environment["PANDO_TEST_SPANS"] else { return }
    let lines = tracer.finishedSpans.map { span in
      [span.traceID, span.spanID, span.parentSpanID ?? "-", span.operationName].joined(
        separator: "\t")
    }
    try? lines.joined(separator: "\n").write(
      toFile: "\(folder)/\(getpid()).spans", atomically: true, encoding: .utf8)
  }
}
