import PandoHosting
import Tracing

extension TraceCarrier {
  /// Returns what a tracer says of a context to another process; nil where that is nothing, or too much.
  init?(_ context: ServiceContext, by tracer: any Tracer) {
    var fields: [String: String] = [:]
    tracer.inject(context, into: &fields, using: FieldsInjector())
    self.init(fields)
  }
}

extension ServiceContext {
  /// The context that a carrier brings, as a tracer reads it.
  init(_ carrier: TraceCarrier, by tracer: any Tracer) {
    self = .topLevel
    tracer.extract(carrier.fields, into: &self, using: FieldsExtractor())
  }
}

private struct FieldsInjector: Injector {
  func inject(_ value: String, forKey key: String, into fields: inout [String: String]) {
    fields[key] = value
  }
}

private struct FieldsExtractor: Extractor {
  func extract(key: String, from fields: [String: String]) -> String? { fields[key] }
}
