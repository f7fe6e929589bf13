import Foundation
import Pando
import PandoCluster
import Testing

@Suite("The file of a sandbox")
struct SandboxFileTests {
  static let all = Sandbox(
    files: .init(read: ["/srv/a \"b\""], readWrite: ["/var/tmp"]),
    network: .connect(toPorts: [443, 80]),
    memory: .megabytes(512), processorTime: .milliseconds(500), openFiles: 0,
    processes: .unrestricted, environment: .only(["LANG"]), sharing: .never,
    enforcement: .bestEffort)

  @Test(
    "is read as it was written",
    arguments: [
      Sandbox(), all, Sandbox(network: .unrestricted, environment: .unrestricted),
      Sandbox(network: .connect(toPorts: [])), Sandbox(processorTime: .nanoseconds(1_000_000_001)),
    ])
  func roundTrip(_ sandbox: Sandbox) throws {
    #expect(try SandboxFile.sandbox(json: Data(SandboxFile.json(of: sandbox).utf8)) == sandbox)
  }

  @Test("has only what differs from no rights, in the order of its names")
  func json() {
    #expect(SandboxFile.json(of: Sandbox()) == "{}")
    let text = SandboxFile.json(of: Self.all).filter { !$0.isWhitespace }
    #expect(
      text == #"""
        {"enforcement":"bestEffort","environment":["LANG"],"megabytes":512,\#
        "network":{"connectToPorts":[443,80]},"openFiles":0,"processes":"unrestricted",\#
        "processorSeconds":0.5,"read":["/srv/a\"b\""],"readWrite":["/var/tmp"],"sharing":"never"}
        """#)
  }

  @Test(
    "has each right by a word, too",
    arguments: [
      ("{}", Sandbox()),
      (#"{"network":"none","processes":"none","environment":"none"}"#, Sandbox()),
      (#"{"enforcement":"required","sharing":"allowed"}"#, Sandbox()),
      (#"{"processorSeconds":10}"#, Sandbox(processorTime: .seconds(10))),
      (#"{"environment":[]}"#, Sandbox(environment: .only([]))),
    ])
  func words(_ json: String, _ sandbox: Sandbox) throws {
    #expect(try SandboxFile.sandbox(json: Data(json.utf8)) == sandbox)
  }

  @Test(
    "is refused with the right that is wrong, and what can be written",
    arguments: [
      ("", "no JSON object"), ("[]", "no JSON object"), ("{", "no JSON object"),
      (#"{"reed":["/"]}"#, #""reed" is no right. The rights are read, "#),
      (#"{"read":"/srv"}"#, #""read" cannot be what it is. Write a list of absolute paths"#),
      (#"{"read":["srv"]}"#, #""read""#), (#"{"readWrite":[1]}"#, #""readWrite""#),
      (#"{"readWrite":["/a\u0000b"]}"#, #""readWrite""#), (#"{"read":null}"#, #""read""#),
      (#"{"network":"yes"}"#, #"Write "none" or "unrestricted" or {"connectToPorts": [443]}"#),
      (#"{"network":{"connectToPorts":[0]}}"#, #""network""#),
      (#"{"network":{"connectToPorts":[65536]}}"#, #""network""#),
      (#"{"network":{"connectToPorts":[1],"udp":[2]}}"#, #""network""#),
      (#"{"network":{}}"#, #""network""#),
      (#"{"megabytes":127}"#, "at least 128"), (#"{"megabytes":"512"}"#, #""megabytes""#),
      (#"{"megabytes":512.5}"#, #""megabytes""#), (#"{"megabytes":true}"#, #""megabytes""#),
      (#"{"processorSeconds":0}"#, "0.001"), (#"{"processorSeconds":1e300}"#, "1000000"),
      (#"{"openFiles":-1}"#, "at least 0"), (#"{"processes":"some"}"#, #""processes""#),
      (#"{"environment":{"LANG":"C"}}"#, #"["LANG"]"#), (#"{"enforcement":"best"}"#, "bestEffort"),
      (#"{"sharing":true}"#, #""allowed" or "never""#),
    ])
  func problems(_ json: String, _ words: String) {
    #expect {
      try SandboxFile.sandbox(json: Data(json.utf8))
    } throws: { error in
      "\(error)".contains(words)
    }
  }

  @Test("is named where it cannot be used, in one line of bounded length")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"{"\u001b\n\#(String(repeating: "long", count: 9_000))":1}"#, to: "a.json")
    for (path, words) in [
      (path, "is no right"), (folder.path + "/none", "No such file"), (folder.path, "irectory"),
    ] {
      #expect {
        try SandboxFile.read(path)
      } throws: { error in
        let text = "\(error)"
        return text.contains(path) && text.contains(words) && text.count < 700
          && !text.unicodeScalars.contains { $0.value < 32 }
      }
    }
    let large = try folder.write(String(repeating: " ", count: 1_048_577), to: "large.json")
    #expect { try SandboxFile.read(large) } throws: { "\($0)".contains("more than 1 MB") }
  }

  @Test("has a declaration in Swift that leaves out what is left out")
  func declaration() {
    #expect(SandboxFile.swift(of: Sandbox()) == "Sandbox()")
    #expect(
      SandboxFile.swift(of: Sandbox(files: .read(["/srv"]), memory: .megabytes(512)))
        == #"Sandbox(files: .read(["/srv"]), memory: .megabytes(512))"#)
    #expect(
      SandboxFile.swift(of: Self.all) == #"""
        Sandbox(files: .init(read: ["/srv/a \"b\""], readWrite: ["/var/tmp"]), \#
        network: .connect(toPorts: [443, 80]), memory: .megabytes(512), processorTime: .seconds(0.5), \#
        openFiles: 0, processes: .unrestricted, environment: .only(["LANG"]), sharing: .never, \#
        enforcement: .bestEffort)
        """#)
  }
}
