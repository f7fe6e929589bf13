import ArgumentParser
import Foundation
import PandoCluster

/// `pando init`.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a package with a hosted feature, a program, tests and a Makefile.",
    discussion: """
      The package builds, runs and passes its tests as it is:

        pando init ../grove
        cd ../grove
        make demo        counts words in a worker process
        make test        tests that in place, and on workers that fail

      It depends on the checkout that this command was built in, or on one that --path names, or on a \
      version behind a URL:

        pando init grove --path ~/src/pando
        pando init grove --url https://git.example.org/pando --from 0.1.0

      Exit codes: 0 when every file is there, 1 when one could not be written, 64 when the command line \
      cannot be used.
      """)

  @Argument(
    help: "The folder to make. Its last part is the name of the package and of its program.")
  var folder: String

  @Option(help: ArgumentHelp("A checkout of Pando to depend on.", valueName: "dir"))
  var path: String?

  @Option(help: ArgumentHelp("Where git finds Pando, to depend on a version.", valueName: "url"))
  var url: String?

  @Option(
    help: ArgumentHelp(
      "The least version behind --url, \(PandoVersion.number) unless given.", valueName: "version"))
  var from: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  private struct Made: Encodable {
    var name: String
    var folder: String
    var files: [String]
  }

  func validate() throws {
    if let problem = NewPackage.problem(with: target.lastPathComponent) {
      throw ValidationError(problem + ".")
    }
    if path != nil, url != nil { throw ValidationError("Give --path or --url, not both.") }
    if from != nil, url == nil {
      throw ValidationError("--from is a version behind a URL. Give --url with it.")
    }
    let content = try? FileManager.default.contentsOfDirectory(atPath: target.path)
    if FileManager.default.fileExists(atPath: target.path), content?.isEmpty != true {
      throw ValidationError("\(folder) is there already. Name a folder that is not, or is empty.")
    }
    let identity = NewPackage.Dependency.identity(of: try place)
    guard identity != target.lastPathComponent.lowercased() else {
      throw ValidationError(
        "\(target.lastPathComponent) would have the name of the package that it depends on. Choose another."
      )
    }
    _ = try dependency
  }

  private var target: URL { URL(fileURLWithPath: folder).standardizedFileURL }

  private var dependency: NewPackage.Dependency {
    get throws {
      guard let url else {
        let checkout = try checkout
        // The build takes the folder behind the link, and from there a relative path leads elsewhere.
        if Checkout.isBehindLink(target) { return .path(checkout.standardizedFileURL.path) }
        return .path(Checkout.path(from: target, to: checkout))
      }
      let text = from ?? PandoVersion.number
      guard let version = NewPackage.Dependency.version(text) else {
        throw ValidationError("--from: \"\(text)\" is no version. Write one as 1.2.3.")
      }
      return .url(url, version: version)
    }
  }

  /// The place whose last part names Pando's package in a build.
  private var place: String {
    get throws {
      guard let url else { return try checkout.standardizedFileURL.path }
      guard !NewPackage.Dependency.identity(of: url).isEmpty else {
        throw ValidationError("--url: \"\(url)\" names no package. Say where git finds Pando.")
      }
      return url
    }
  }

  private var checkout: URL {
    get throws {
      if let path {
        let checkout = URL(fileURLWithPath: path)
        guard Checkout.isPando(checkout) else {
          throw ValidationError(
            "--path: \(path) has no Package.swift of Pando. Name the root of a checkout.")
        }
        return checkout
      }
      guard let checkout = Checkout.around(URL(fileURLWithPath: "/proc/self/exe")) else {
        throw ValidationError(
          "This command is in no checkout of Pando. Say what the package is to depend on: --path DIR, or "
            + "--url URL.")
      }
      return checkout
    }
  }

  func run() throws {
    let package = NewPackage(name: target.lastPathComponent, dependency: try dependency)
    do {
      try package.write(to: target)
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
      printError("error: \(target.path) could not be written: \(cause.localizedDescription)")
      throw ExitCode(1)
    }
    if json {
      print(
        try JSONDocument.text(
          Made(name: package.name, folder: target.path, files: package.files.map(\.path).sorted())))
    } else {
      print(
        """
        \(folder) has a hosted feature, a program, tests and a Makefile.

          cd \(folder)
          make demo
          make test
        """)
    }
  }
}
