import ArgumentParser
import Foundation
import PandoCluster
import PandoEtcd

/// The options that say where a coordinator keeps its registry.
struct RegistryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the workers are registered: memory, or etcd://HOST:2379,HOST:2379/prefix, which coordinators "
        + "share. With etcds:// the connection is encrypted.",
      valueName: "registry"))
  var registry = "memory"

  @Option(
    name: .customLong("registry-ca"),
    help: ArgumentHelp(
      "The certificates of those who may sign the registry's, in PEM. Encrypts the connection.",
      valueName: "file"))
  var authority: String?

  @Option(
    name: .customLong("registry-cert"),
    help: ArgumentHelp("The certificate to show to the registry, in PEM.", valueName: "file"))
  var certificate: String?

  @Option(
    name: .customLong("registry-key"),
    help: ArgumentHelp("The private key of that certificate, in PEM.", valueName: "file"))
  var key: String?

  /// Returns where the options say that the registry is.
  ///
  /// - Parameter environment: Has the user and the password, which do not belong on a command line.
  func source(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> RegistrySource {
    guard registry != "memory" else {
      if authority != nil || certificate != nil || key != nil {
        throw ValidationError(
          "--registry-ca, --registry-cert and --registry-key go with --registry etcd://...")
      }
      return .memory
    }
    var configuration: EtcdConfiguration
    do throws(EtcdLocationError) {
      configuration = EtcdConfiguration(location: try EtcdLocation(registry))
    } catch {
      throw ValidationError("--registry: \(error.message)")
    }
    configuration.authorityFile = authority
    configuration.certificateFile = certificate
    configuration.keyFile = key
    configuration.user = environment["PANDO_REGISTRY_USER"].flatMap { $0.isEmpty ? nil : $0 }
    configuration.password = try password(environment)
    if let problem = configuration.problem { throw ValidationError("--registry: \(problem)") }
    return .etcd(configuration)
  }

  private func password(_ environment: [String: String]) throws -> String? {
    if let password = environment["PANDO_REGISTRY_PASSWORD"], !password.isEmpty { return password }
    guard let file = environment["PANDO_REGISTRY_PASSWORD_FILE"], !file.isEmpty else { return nil }
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw ValidationError(
        "The file \(file) with the registry's password (PANDO_REGISTRY_PASSWORD_FILE) cannot be read. Check "
          + "its path, and that this user may read it.")
    }
    return text.trimmingCharacters(in: .newlines)
  }
}
