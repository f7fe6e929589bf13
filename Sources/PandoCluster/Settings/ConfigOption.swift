public import ArgumentParser

/// The option that names a file of settings.
public struct ConfigOption: ParsableArguments {
  /// The file.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file with what options and environment leave out. Default: PANDO_CONFIG. See \"pando config "
        + "--help\".",
      valueName: "file"))
  public var config: String?

  /// No option.
  public init() {}
}
