import ArgumentParser
import PandoCluster

/// `pando config`.
struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check a file of settings, and show where each setting comes from.",
    discussion: """
      A command reads each setting from its command line, else from the environment, else from a file that \
      --config or PANDO_CONFIG names:

      \(SettingsTable.text(indent: "  "))

      A file is one JSON object with those names:

        {
          "bind": "tcp://10.0.0.8:7611",
          "coordinator": "tcp://10.0.0.7:7610",
          "keyring": "/etc/pando/keyring",
          "key": "/etc/pando/w1.key"
        }

        pando config check /etc/pando/worker.json
        pando worker --config /etc/pando/worker.json --name one

      The worker of a program of your own reads the same: my-program worker --config FILE

      Exit codes: 0 when the settings can be used, 1 when not, 64 when the command line cannot be used.
      """,
    subcommands: [CheckConfig.self, ShowConfig.self])
}
