/// The variables of an environment, by what the OpenTelemetry specification says of them.
struct OTLPVariables {
  private let values: [String: String]

  init(_ environment: [String: String]) {
    values = environment.filter { !$0.value.isEmpty }
  }

  subscript(_ name: String) -> String? { values[name] }

  /// Returns the variable of the exporter that is for traces alone, or else the one for everything.
  func ofTraces(_ suffix: String) -> (name: String, value: String)? {
    for name in ["OTEL_EXPORTER_OTLP_TRACES_\(suffix)", "OTEL_EXPORTER_OTLP_\(suffix)"] {
      if let value = values[name] { return (name, value) }
    }
    return nil
  }

  /// The address that requests are posted to; nil where nothing is to be exported.
  var endpoint: String? {
    get throws(OTLPError) {
      let exporter = values["OTEL_TRACES_EXPORTER"]
      if values["OTEL_SDK_DISABLED"]?.lowercased() == "true" || exporter == "none" { return nil }
      guard let (name, value) = ofTraces("ENDPOINT") else {
        return exporter == "otlp" ? "http://localhost:4318/v1/traces" : nil
      }
      if let problem = OTLPConfiguration.problem(ofEndpoint: value) {
        throw OTLPError("\(name): \(problem)")
      }
      // The address for traces is used as it stands, the one for everything is where the paths begin.
      if name == "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" { return value }
      return value + (value.hasSuffix("/") ? "v1/traces" : "/v1/traces")
    }
  }

  /// Throws where another exporter or another protocol is asked for.
  func checkKinds() throws(OTLPError) {
    if let exporter = values["OTEL_TRACES_EXPORTER"], exporter != "otlp" {
      throw OTLPError(
        "OTEL_TRACES_EXPORTER: there is no exporter \"\(exporter)\" here; write otlp or none.")
    }
    if let (name, value) = ofTraces("PROTOCOL"), value != "http/protobuf" {
      throw OTLPError(
        """
        \(name): traces are not exported by "\(value)"; write http/protobuf, and the collector's address for HTTP, \
        whose port is mostly 4318.
        """)
    }
  }

  var headers: [String: String] {
    get throws(OTLPError) {
      guard let (name, _) = ofTraces("HEADERS"), let headers = try list(name) else { return [:] }
      for (field, value) in headers where !KeyValueList.isHeader(field, value) {
        throw OTLPError("\(name): the field \"\(field)\" is none that a request may have.")
      }
      return headers
    }
  }

  var sampler: TraceSampler {
    get throws(OTLPError) {
      let argument = "OTEL_TRACES_SAMPLER_ARG"
      let part = values[argument].map { Double($0) ?? -1 } ?? 1
      // An argument alone says what is meant, too.
      var name = values["OTEL_TRACES_SAMPLER"] ?? "parentbased_traceidratio"
      let followsParent = name.hasPrefix("parentbased_")
      if followsParent { name.removeFirst("parentbased_".count) }
      switch name {
      case "always_on": return TraceSampler(part: 1, followsParent: followsParent)
      case "always_off": return TraceSampler(part: 0, followsParent: followsParent)
      case "traceidratio":
        guard (0...1).contains(part) else {
          throw OTLPError(
            """
            \(argument): "\(values[argument] ?? "")" is no part of the traces; write a number from 0 to 1, such as 0.01.
            """)
        }
        return TraceSampler(part: part, followsParent: followsParent)
      default:
        throw OTLPError(
          """
          OTEL_TRACES_SAMPLER: there is no sampler "\(values["OTEL_TRACES_SAMPLER"] ?? "")" here; write always_on, \
          always_off or traceidratio, or one of them with parentbased_ before it.
          """)
      }
    }
  }

  /// Returns the pairs of a list; nil where there is none.
  func list(_ name: String) throws(OTLPError) -> [String: String]? {
    guard let text = values[name] else { return nil }
    do throws(KeyValueList.Problem) {
      return try KeyValueList.read(text)
    } catch {
      // Without the text, which may be a secret.
      throw OTLPError(
        "\(name): part \(error.position) of the list is no pair; write name=value,name=value.")
    }
  }

  func number(_ name: String) throws(OTLPError) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), number > 0 else {
      throw OTLPError("\(name): \"\(text)\" is no number from 1; write one such as 1000.")
    }
    return number
  }
}
