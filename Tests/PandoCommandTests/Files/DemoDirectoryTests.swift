import Foundation
import Testing

@testable import PandoTool

@Suite("The directory of the demo")
struct DemoDirectoryTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("a directory that was named is searched as a whole")
  func named() throws {
    let directory = try DemoDirectory(named: folder.path + "/")
    #expect(directory.path == folder.path)
    #expect(directory.parts == [""])
    #expect(directory.description == folder.path)
  }

  @Test("a directory that does not exist, or is a file, is refused by name")
  func refused() throws {
    let file = try folder.write("1", to: "file")
    for path in [folder.path + "/missing", file] {
      let error = #expect(throws: DemoError.self) { try DemoDirectory(named: path) }
      #expect(error?.description.contains(path) == true)
    }
  }

  @Test("the package around a place is found, with those of its parts that there are")
  func package() throws {
    try folder.write("let package = Package(name: \"pando\")", to: "Package.swift")
    try folder.write("1", to: "Sources/deep/file")
    try folder.write("1", to: ".build/checkouts/other/Package.swift")
    for place in ["", "/Sources/deep", "/.build/checkouts/other"] {
      let directory = try DemoDirectory(ofPackageAround: ["/proc", folder.path + place])
      #expect(directory.path == folder.path)
      #expect(directory.parts == ["Sources", ".build/checkouts"])
    }
  }

  @Test("the folders of the toolchain are searched too, by their own paths")
  func toolchain() throws {
    try folder.write("let package = Package(name: \"pando\")", to: "package/Package.swift")
    try folder.write("one two", to: "package/docs/a")
    try folder.write("", to: "usr/bin/swift-driver")
    try folder.write("three", to: "usr/lib/swift/b")
    try folder.write("four", to: "usr/share/c")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/elsewhere", withIntermediateDirectories: false)
    let link = folder.path + "/elsewhere/swift"
    let path = "/proc:\(folder.path)/elsewhere:/"
    let headers = folder.path + "/usr/include"
    #expect(ToolchainFolders.find(inPath: path, headers: headers) == [])
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path + "/usr/bin/swift-driver")
    #expect(
      ToolchainFolders.find(inPath: path, headers: headers) == [folder.path + "/usr/lib/swift"])
    try folder.write("five", to: "usr/include/d")
    let toolchain = ToolchainFolders.find(inPath: path, headers: headers)
    #expect(toolchain == [folder.path + "/usr/lib/swift", headers])

    let directory = try DemoDirectory(
      ofPackageAround: [folder.path + "/package"], toolchain: toolchain)
    let files = try FileDiscovery(directory: directory.path, parts: directory.parts).run { _ in }
      .files
    #expect(files.map(\.path) == [headers + "/d", folder.path + "/usr/lib/swift/b", "docs/a"])
    var counter = BatchCounter()
    let reports = Batch.cut(files, directory: directory.path).map { counter.count($0) }
    #expect(reports.map(\.counts.words) == [4])
    #expect(reports.map(\.unreadable) == [[]])
  }

  @Test("without a package around, the error says to name a directory")
  func noPackage() throws {
    try folder.write("let package = Package(name: \"other\")", to: "Package.swift")
    let error = #expect(throws: DemoError.self) {
      try DemoDirectory(ofPackageAround: [folder.path])
    }
    #expect(error?.description.contains("pando demo DIRECTORY") == true)
  }
}
