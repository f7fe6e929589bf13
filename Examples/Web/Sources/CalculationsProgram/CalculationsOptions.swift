import ArgumentParser

/// The command line.
struct CalculationsOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calculations",
    abstract: "Serve calculators over HTTP, each session with a store of its own.",
    discussion: """
      Calculators run in workers that all sessions share, or, without, in this process, which a division by zero ends then:

        calculations --workers 2 &
        curl -X POST localhost:8080/sessions
        curl localhost:8080/sessions/ID/entries -d '{"text": "6 7 *"}' \\
          -H 'Content-Type: application/json'
        curl -X DELETE localhost:8080/sessions/ID

      Or in workers that join a coordinator:

        pando coordinator --bind ipc:///tmp/c.sock &
        calculations worker --bind ipc:///tmp/w.sock --coordinator ipc:///tmp/c.sock &
        calculations --coordinator ipc:///tmp/c.sock &
      """)

  @Option(help: "The address to listen at.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen at.")
  var port = 8080

  @Option(
    help:
      "The number of worker processes that all sessions share; 0 runs calculators in this process.")
  var workers = 2

  @Option(help: "The coordinator that names the workers, in place of those.")
  var coordinator: String?
}
