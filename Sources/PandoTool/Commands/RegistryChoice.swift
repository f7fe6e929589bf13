import ArgumentParser
import Foundation
import PandoCluster
import PandoEtcd

/// The place where a coordinator keeps its registry, as its settings name it.
struct RegistryChoice {
  private let registry: String
  private let authority: String?
  private let certificate: String?
  private let key: String?

  init(_ settings: Settings) throws(SettingsError) {
    registry = try settings.text(.registry) ?? "memory"
    authority = try settings.text(.registryCa)
    certificate = try settings.text(.registryCert)
    key = try settings.text(.registryKey)
  }

  /// Returns where the settings say that the registry is.
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
