import ArgumentParser

/// `pando sandbox`.
struct SandboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract: "Find the sandbox that a feature needs, and see what enforces it.",
    discussion: """
      A sandbox holds the rights of a hosted feature on its worker. First see what the workers of a program do, then \
      review the profile, and look at what of it this machine enforces:

        pando sandbox record --output parser.json -- .build/debug/MyApp
        pando sandbox explain parser.json

      Such a file is one JSON object. A right that is left out is not there:

        {
          "read": ["/srv/pictures"],
          "readWrite": ["/var/cache/previews"],
          "network": {"connectToPorts": [443]},
          "megabytes": 512,
          "processorSeconds": 10,
          "openFiles": 64,
          "environment": ["LANG"]
        }

      "network", "processes" and "environment" can be "unrestricted", too; "enforcement" can be "bestEffort", and \
      "sharing" can be "never".
      """,
    subcommands: [SandboxRecordCommand.self, SandboxExplainCommand.self])
}
