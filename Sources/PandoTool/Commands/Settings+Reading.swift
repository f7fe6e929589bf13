import ArgumentParser
import PandoCluster
import ZeroMQ

extension Settings {
  /// Reads what a command needs from its options, the environment and a file.
  ///
  /// - Throws: A `ValidationError` with everything that cannot be used.
  static func read<Values>(
    _ options: [Setting: String?], _ config: ConfigOption,
    _ body: (Settings) throws(SettingsError) -> Values
  ) throws -> Values {
    do throws(SettingsError) {
      return try body(try Settings(options: options, config: config.config))
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// The endpoints, of which a command needs one at least.
  func endpoints(_ setting: Setting) throws(SettingsError) -> [Endpoint] {
    let text = try required(setting)
    guard let endpoints = try? Endpoint.list(text) else { preconditionFailure("it was looked at") }
    return endpoints
  }

  /// Where a coordinator listens: where it is told to, or else where it alone is looked for.
  var coordinatorPlace: Endpoint {
    get throws(SettingsError) {
      if try find(.bind) == nil, try text(.coordinator) != nil {
        // Read as everybody else reads it who looks for the coordinator.
        let places = try endpoints(.coordinator)
        if places.count == 1 { return places[0] }
      }
      return try endpoint(.bind)
    }
  }

  /// An endpoint that a command cannot do without.
  func endpoint(_ setting: Setting) throws(SettingsError) -> Endpoint {
    let text = try required(setting)
    // Every value is held against what can be used before it is handed out.
    guard let endpoint = try? Endpoint(text) else { preconditionFailure("it was looked at") }
    return endpoint
  }
}
