public import ArgumentParser

/// The options that say who a process is on a network, and whom it trusts.
public struct KeyOptions: ParsableArguments {
  /// The folder of the keyring.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder with the public keys that are trusted. Default: PANDO_KEYRING.",
      valueName: "dir"))
  public var keyring: String?

  /// The file of the secret key.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The secret key of this process, as \"pando keys new\" made it. Default: PANDO_KEY.",
      valueName: "file"))
  public var key: String?

  /// No options.
  public init() {}

  /// The keys that the options name; what they leave out is the environment's to name.
  public var keys: ClusterKeys { ClusterKeys(keyring: keyring, key: key) }
}
