/// One of the things that a command can be told by an option, by the environment, or in a file.
///
/// The raw value is its name in a file; option and variable follow from it.
package enum Setting: String, CaseIterable, Sendable {
  case bind
  case advertise
  case name
  case build
  case coordinator
  case keyring
  case key
  case logLevel
  case logFormat
  case metrics
  case page
  case pageTokenFile
  case pageOrigin
  case debug
  case beatMilliseconds
  case lifeMilliseconds
  case registry
  case registryCa
  case registryCert
  case registryKey

  /// The option of the command line: `--log-level`.
  package var option: String { "--" + words.joined(separator: "-") }

  /// The variable of the environment: `PANDO_LOG_LEVEL`.
  package var variable: String { "PANDO_" + words.joined(separator: "_").uppercased() }

  /// The words of its name, in lower case.
  private var words: [String] {
    var words = [""]
    for character in rawValue {
      if character.isUppercase { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }

  /// True if it is a number in a file, and not a text.
  package var isNumber: Bool {
    switch self {
    case .beatMilliseconds, .lifeMilliseconds: true
    case .bind, .advertise, .name, .build, .coordinator, .keyring, .key, .logLevel, .logFormat,
      .metrics, .page, .pageTokenFile, .pageOrigin, .debug, .registry, .registryCa, .registryCert,
      .registryKey:
      false
    }
  }

  /// The commands that read it.
  package var commands: [String] {
    switch self {
    case .bind, .logLevel, .logFormat, .metrics: ["coordinator", "worker"]
    case .advertise, .name, .build, .debug: ["worker"]
    case .coordinator: ["worker", "status", "health", "drain", "undrain"]
    case .keyring, .key: ["coordinator", "worker", "status", "health", "drain", "undrain"]
    case .page, .pageTokenFile, .pageOrigin, .beatMilliseconds, .lifeMilliseconds, .registry,
      .registryCa,
      .registryCert, .registryKey:
      ["coordinator"]
    }
  }

  /// Its meaning, for people.
  package var summary: String {
    switch self {
    case .bind: "where to listen: ipc:///path/to.sock, or tcp://HOST:PORT with keys"
    case .advertise: "where clients reach the worker, if not where it listens"
    case .name: "what tables and messages call the worker"
    case .build: "the name of the worker's build; if not said, it is that of its executable"
    case .coordinator: "where the coordinator listens; of several, with commas between them"
    case .keyring: "the folder with the public keys that are trusted"
    case .key: "the file with the secret key of the process"
    case .logLevel: "the least important messages that are logged: debug, info, notice, ..."
    case .logFormat: "the form of the log: text for people, json for a collector"
    case .metrics: "where metrics are served for Prometheus: 127.0.0.1:9464"
    case .page: "where a status page is served: 127.0.0.1:9465"
    case .pageTokenFile: "the file with the token that the page asks for before it drains a worker"
    case .pageOrigin: "where browsers find the page behind a proxy: https://pando.example.com"
    case .debug: "wait, or wait:FEATURE: the worker waits for a debugger before it takes work"
    case .beatMilliseconds: "the interval at which workers tell that they live"
    case .lifeMilliseconds: "the time without that after which a worker is taken for dead"
    case .registry: "where the workers are registered: memory, or etcd://HOST:2379/prefix"
    case .registryCa: "the file with the certificates of those who may sign the registry's"
    case .registryCert: "the file with the certificate to show to the registry"
    case .registryKey: "the file with the private key of that certificate"
    }
  }
}
