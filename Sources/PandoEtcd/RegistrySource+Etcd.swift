public import PandoCluster

extension RegistrySource {
  /// In etcd, where any number of coordinators share it.
  ///
  /// It takes a build with the package's trait `Etcd`; without it a coordinator does not start, and says how to
  /// build one that does.
  public static func etcd(_ configuration: EtcdConfiguration) -> RegistrySource {
    RegistrySource { settings, logger in
      if let problem = configuration.problem { throw RegistryError(problem) }
      #if Etcd
        return SharedRegistry(
          try EtcdStore(configuration), kind: "etcd", prefix: configuration.location.prefix,
          settings: settings, logger: logger)
      #else
        throw RegistryError(
          """
          The registry \(configuration.location) takes a build with etcd, which this one is not. Build it with \
          the trait: swift build --configuration release --traits Etcd --scratch-path .build-etcd --product \
          pando. A program of yours depends on Pando with traits: ["Etcd"].
          """)
      #endif
    }
  }
}
