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

  @Test("without a package around, the error says to name a directory")
  func noPackage() throws {
    try folder.write("let package = Package(name: \"other\")", to: "Package.swift")
    let error = #expect(throws: DemoError.self) {
      try DemoDirectory(ofPackageAround: [folder.path])
    }
    #expect(error?.description.contains("pando demo DIRECTORY") == true)
  }
}
