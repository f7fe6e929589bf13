import Glibc
public import Pando
import Synchronization
import Tracing

/// Exports what this process traces, where its environment says so.
///
/// ```swift
/// @main
/// struct Main: PandoProgram {
///   static func prepareWorker(_ dependencies: inout DependencyValues) throws {
///     try OTLPTracing.bootstrap()
///   }
///
///   static func app() async throws {
///     try OTLPTracing.bootstrap()
///     let store = Store(initialState: App.State()) { App() } withDependencies: {
///       $0.tracing = OTLPTracing.ofStores
///     }
///     ...
///   }
/// }
/// ```
public enum OTLPTracing {
  private static let bootstrapped = Mutex<OTLPTracer?>(nil)
  private static let stores = Mutex<ActionTracing>(.off)

  /// Makes an exporter the tracer of this process, where `OTEL_EXPORTER_OTLP_ENDPOINT` names one; does nothing
  /// otherwise, or the second time. What is queued when the process exits has a second to get out.
  ///
  /// It takes a build with the package's trait `OTLP`.
  ///
  /// - Throws: An ``OTLPError`` where the environment names an endpoint, and this build cannot export.
  @discardableResult
  public static func bootstrap() throws -> OTLPTracer? {
    try bootstrap(environment: environment, program: CommandLine.arguments.first ?? "pando")
  }

  private static func bootstrap(
    environment: [String: String], program: String
  ) throws -> OTLPTracer? {
    if let tracer = bootstrapped.withLock({ $0 }) { return tracer }
    let name = program.split(separator: "/").last.map(String.init) ?? program
    guard let configuration = OTLPConfiguration(environment: environment, program: name) else {
      return nil
    }
    #if OTLP
      let tracer = OTLPTracer(configuration, HTTPTransport(configuration))
      bootstrapped.withLock { $0 = tracer }
      // A store picks its actions itself, which costs the others no span.
      let picked = ActionTracing.sampled(configuration.samplingRatio, by: tracer.recordingAll)
      stores.withLock { $0 = picked }
      InstrumentationSystem.bootstrap(tracer)
      atexit { OTLPTracing.flushAtExit() }
      return tracer
    #else
      throw OTLPError(
        """
        \(configuration.endpoint) is to get the traces of this process, which is built without an exporter. Build \
        it with the trait: swift build --configuration release --traits OTLP --scratch-path .build-otlp --product \
        pando. A program of yours depends on Pando with traits: ["OTLP"].
        """)
    #endif
  }

  /// The actions of stores that are traced once the process exports: by the sampler of the environment. Nothing is
  /// where it does not.
  public static var ofStores: ActionTracing {
    stores.withLock { $0 }
  }

  private static func flushAtExit() {
    bootstrapped.withLock { $0 }?.stop(withinMilliseconds: 1_000)
  }

  private static var environment: [String: String] {
    var variables: [String: String] = [:]
    for name in OTLPConfiguration.variables {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return variables
  }
}
