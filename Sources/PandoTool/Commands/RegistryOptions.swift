import ArgumentParser
import PandoCluster

/// The options that say where a coordinator keeps its registry.
struct RegistryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the workers are registered: memory, or etcd://HOST:2379,HOST:2379/prefix, which coordinators "
        + "share. With etcds:// the connection is encrypted. Default: memory.",
      valueName: "registry"))
  var registry: String?

  @Option(
    help: ArgumentHelp(
      "The certificates of those who may sign the registry's, in PEM. Encrypts the connection.",
      valueName: "file"))
  var registryCa: String?

  @Option(
    help: ArgumentHelp("The certificate to show to the registry, in PEM.", valueName: "file"))
  var registryCert: String?

  @Option(
    help: ArgumentHelp("The private key of that certificate, in PEM.", valueName: "file"))
  var registryKey: String?

  /// The options, to be read with what the environment and a file say.
  var settings: [Setting: String?] {
    [
      .registry: registry, .registryCa: registryCa, .registryCert: registryCert,
      .registryKey: registryKey,
    ]
  }
}
