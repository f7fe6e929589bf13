#if OTLP
  import Glibc
  import PandoCluster
  import SwiftProtobuf
  import Tracing

  extension Opentelemetry_Proto_Resource_V1_Resource {
    /// Returns the attributes of this process, which all of its spans have.
    static func process(_ configuration: OTLPConfiguration) -> Self {
      var attributes: SpanAttributes = [
        "process.pid": .int64(Int64(ProcessIdentity.processID)),
        "telemetry.sdk.language": "swift",
        "telemetry.sdk.name": "pando",
      ]
      let host = ProcessIdentity.hostName
      if !host.isEmpty { attributes["host.name"] = host }
      // What a person has said goes before what was found.
      for (name, value) in configuration.resourceAttributes {
        attributes[name] = value
      }
      attributes["service.name"] = configuration.serviceName
      return .with { $0.attributes = .init(attributes) }
    }
  }
#endif
