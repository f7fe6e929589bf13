/// The files of a new package around its sources.
enum PackageTemplate {
  static let manifest = """
    // swift-tools-version: 6.1

    import PackageDescription

    let package = Package(
      name: "{{name}}",
      products: [.executable(name: "{{name}}", targets: ["{{Module}}Program"])],
      dependencies: [
        {{dependency}}
      ],
      targets: [
        // Features: what is hosted, and who hosts it. No libzmq is needed here.
        .target(name: "{{Module}}", dependencies: [.product(name: "Pando", package: {{pando}})]),
        // The program, which is also its own worker.
        .executableTarget(
          name: "{{Module}}Program",
          dependencies: [
            "{{Module}}", .product(name: "Pando", package: {{pando}}),
            .product(name: "PandoCluster", package: {{pando}}),
          ]),
        .testTarget(
          name: "{{Module}}Tests",
          dependencies: ["{{Module}}", .product(name: "PandoTesting", package: {{pando}})]),
      ],
      swiftLanguageModes: [.v6]
    )

    """

  static let makefile = """
    # The daily commands of {{name}}. FLAGS go to every swift command: make test FLAGS="--filter counts".

    FLAGS ?=
    TEXT ?= a grove of aspens shares one root

    .PHONY: demo test worker
    .DEFAULT_GOAL := demo

    demo: ## Count the words of TEXT in a worker process
    \tswift run $(FLAGS) {{name}} "$(TEXT)"

    test: ## Run every test
    \tswift test $(FLAGS)

    worker: ## Run a worker by hand, for programs that name its endpoint or find it by a coordinator
    \tswift run $(FLAGS) {{name}} worker --bind ipc:///tmp/{{name}}.sock

    """

  static let readme = """
    # {{name}}

    A program whose feature `WordCounter` runs in worker processes, by Pando.

    ```sh
    make demo                      # counts words in a worker process
    make demo TEXT="one two"
    make test                      # tests the feature in place, and on workers that fail
    ```

    | file | what is there |
    |---|---|
    | `Sources/{{Module}}/WordCounter.swift` | the hosted feature |
    | `Sources/{{Module}}/{{Module}}Feature.swift` | its parent, which says `.hosted()` |
    | `Sources/{{Module}}Program/Main.swift` | the program, and the list of what its workers host |
    | `Tests/{{Module}}Tests/WordCounterTests.swift` | the tests |

    Every worker is this same program: `{{name}} worker --help`.

    """
}
