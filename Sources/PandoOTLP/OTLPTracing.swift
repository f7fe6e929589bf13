import Foundation
import Logging
public import Pando
import PandoCluster
import Synchronization
import Tracing

/// The exporter of this process's traces.
///
/// ```swift
/// @main
/// struct Main: PandoProgram {
///   static func prepareWorker(_ dependencies: inout DependencyValues) {
///     OTLPTracing.bootstrap()
///   }
///
///   static func app() async throws {
///     let store = Store(initialState: App.State()) { App() } withDependencies: {
///       $0.hosting = .workers(2)
///       $0.tracing = OTLPTracing.bootstrap()
///     }
///   }
/// }
/// ```
public enum OTLPTracing {
  private enum Phase {
    case idle
    /// Nothing is exported, and whoever is to know has heard why.
    case off
    case on(SpanExporter, ActionTracing)
  }

  private static let phase = Mutex(Phase.idle)
  /// The time that the last spans of a process have.
  private static let endMilliseconds = 1_000

  /// Exports the traces of this process to the collector that its environment names in `OTEL_EXPORTER_OTLP_ENDPOINT`:
  /// those of stores, and those that the program begins by swift-distributed-tracing. Without that variable nothing is
  /// traced.
  ///
  /// The first call is the one that counts, and others return the same. It bootstraps the tracer of the process, which
  /// must not have another. When the process exits, its last spans have a second to get out. Workers that the process
  /// starts have the same environment.
  ///
  /// A value that cannot be used is logged with how to mend it, and nothing is exported then. So it is in a build
  /// without the package's trait `OTLP`. Workers that a program has started leave that to the program.
  ///
  /// - Returns: The actions of a store that are traced, by the environment's sampler.
  @discardableResult
  public static func bootstrap() -> ActionTracing {
    do throws(OTLPError) {
      let (actions, notice) = try bootstrapOrThrow()
      if let notice { Logger(label: "pando.traces").warning("\(notice)") }
      return actions
    } catch {
      if !SpawnMark.isSpawned {
        Logger(label: "pando.traces").error("No trace is exported. \(error)")
      }
      return .off
    }
  }

  /// Does the same, and throws where a value of the environment cannot be used.
  ///
  /// - Returns: Besides, a line for whoever asks for traces in a build that exports none, the first time.
  package static func bootstrapOrThrow() throws(OTLPError) -> (
    actions: ActionTracing, notice: String?
  ) {
    #if OTLP
      return (try bootstrapOnce(readEnvironment), nil)
    #else
      var notice: String?
      let actions = try bootstrapOnce { () throws(OTLPError) -> OTLPConfiguration? in
        if let configuration = try readEnvironment(), !SpawnMark.isSpawned {
          notice = "No trace is exported. \(withoutTrait(configuration))"
        }
        return nil
      }
      return (actions, notice)
    #endif
  }

  private static func readEnvironment() throws(OTLPError) -> OTLPConfiguration? {
    try OTLPConfiguration(
      environment: ProcessInfo.processInfo.environment, program: programName)
  }

  /// Exports the traces of this process to a collector of the program's choice.
  ///
  /// The first call is the one that counts, and others return the same. It bootstraps the tracer of the process, which
  /// must not have another.
  ///
  /// - Returns: The actions of a store that are traced: the part that the configuration says.
  /// - Throws: An ``OTLPError`` where a value cannot be used, and in a build without the package's trait `OTLP`.
  @discardableResult
  public static func bootstrap(
    _ configuration: OTLPConfiguration
  ) throws(OTLPError) -> ActionTracing {
    try bootstrapOnce { () throws(OTLPError) -> OTLPConfiguration? in
      #if OTLP
        try configuration.validate()
        return configuration
      #else
        throw OTLPError(withoutTrait(configuration))
      #endif
    }
  }

  /// The number of spans that were dropped so far, as too many waited, or the collector did not take them.
  public static var droppedSpanCount: Int {
    if case .on(let exporter, _) = phase.withLock({ $0 }) { exporter.droppedCount } else { 0 }
  }

  /// Exports what has ended, and nothing after that. Returns when it is done, or the time is over; blocks the calling
  /// thread until then.
  ///
  /// A process that exits does so by itself. One that ends otherwise may call it first.
  public static func stop(withinMilliseconds milliseconds: Int = 1_000) {
    if case .on(let exporter, _) = phase.withLock({ $0 }) {
      exporter.stop(withinMilliseconds: milliseconds)
    }
  }

  private static func bootstrapOnce(
    _ configure: () throws(OTLPError) -> OTLPConfiguration?
  ) throws(OTLPError) -> ActionTracing {
    try phase.withLock { phase throws(OTLPError) -> ActionTracing in
      switch phase {
      case .on(_, let actions): return actions
      case .off: return .off
      case .idle: break
      }
      // What is thrown now is not thrown again.
      phase = .off
      guard let configuration = try configure() else { return .off }
      #if OTLP
        let exporter = SpanExporter(configuration, try HTTPTransport(configuration))
        let sampler = configuration.sampler
        InstrumentationSystem.bootstrap(OTLPTracer(exporter, sampler))
        // A store picks its actions itself, so that the others cost no span.
        let actions = ActionTracing.sampled(
          sampler.part, by: OTLPTracer(exporter, sampler, recordsAll: true))
        phase = .on(exporter, actions)
        atexit { OTLPTracing.stop(withinMilliseconds: OTLPTracing.endMilliseconds) }
        return actions
      #else
        return .off
      #endif
    }
  }

  /// The name of the executable. A worker's first argument says which worker it is.
  private static var programName: String {
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return (path ?? CommandLine.arguments.first ?? "pando").split(separator: "/").last
      .map(String.init) ?? "pando"
  }

  #if !OTLP
    private static func withoutTrait(_ configuration: OTLPConfiguration) -> String {
      """
      \(configuration.endpoint) is to get the traces, and this build has no exporter. Build it with the trait: \
      swift build --configuration release --traits OTLP,Diffs --scratch-path .build-otlp --product pando. A program of \
      yours depends on Pando with traits: ["OTLP"].
      """
    }
  #endif
}
