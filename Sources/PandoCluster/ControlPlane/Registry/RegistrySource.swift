package import Logging
import PandoHosting

/// The place where a coordinator keeps its registry.
public struct RegistrySource: Sendable {
  package let make:
    @Sendable (_ settings: RegistrySettings, _ logger: Logger) throws -> any Registry

  package init(
    _ make:
      @escaping @Sendable (_ settings: RegistrySettings, _ logger: Logger) throws -> any Registry
  ) {
    self.make = make
  }

  /// In the coordinator's memory: for one coordinator, which begins anew when it is started again.
  public static let memory = RegistrySource { settings, _ in
    MemoryRegistry(
      WorkerRegistry(
        incarnation: .random(in: 1 ... .max), lifeMilliseconds: settings.lifeMilliseconds,
        beatIntervalMilliseconds: settings.beatIntervalMilliseconds))
  }
}

/// The settings that every registry keeps to.
package struct RegistrySettings: Sendable {
  package var beatIntervalMilliseconds = 500
  package var lifeMilliseconds = 3000

  package init() {}
}
