import Foundation
import Testing

@testable import PandoTool

@Suite("pando keys rotate, as a process")
struct RotateCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await Program(arguments, folder: folder, runtime: folder).end()
  }

  private func document(_ outcome: Program.Outcome) throws -> [String: Any] {
    #expect(outcome.code == 0, "\(outcome.error)")
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(value as? [String: Any])
  }

  private func prepare() async throws {
    #expect(try await run("keys", "new", "w1").code == 0)
    let trusted = try await run("keys", "trust", "w1.pub", "--role", "worker", "--keyring", "ring")
    #expect(trusted.code == 0)
  }

  @Test("each part says what it did and what is next, and no part shows a secret")
  func wholeLife() async throws {
    try await prepare()
    let first = try await run("keys", "rotate", "w1", "--keyring", "ring")
    #expect(first.code == 0, "\(first.error)")
    #expect(first.output.contains("w1.next is trusted in ring, as w1 is\n"))
    #expect(
      first.output.contains(
        "next: Copy the keyring ring to every machine, or there: pando keys rotate w1 --pub"))
    #expect(first.output.hasSuffix("Then here: pando keys rotate w1 --switch --keyring 'ring'\n"))
    let again = try document(try await run("keys", "rotate", "w1", "--keyring", "ring", "--json"))
    #expect(again["state"] as? String == "prepared")
    #expect(again["done"] as? [String] == [])
    let key = try #require(again["publicKey"] as? String)

    let early = try await run("keys", "rotate", "w1", "--finish", "--keyring", "ring")
    #expect(early.code == 1)
    #expect(early.error.contains("is still the old one, and would be refused"))

    let second = try await run("keys", "rotate", "w1", "--switch", "--keyring", "ring")
    #expect(second.code == 0, "\(second.error)")
    #expect(second.output.contains("next: Restart the process of w1"))
    #expect(second.output.hasSuffix("pando keys rotate w1 --finish --keyring 'ring'\n"))
    let text = try String(contentsOfFile: "\(folder.path)/w1.key", encoding: .utf8)
    let secret = try #require(text.split(separator: "\n").last?.split(separator: " ").last)
    for outcome in [first, second] { #expect(!(outcome.output + outcome.error).contains(secret)) }

    let third = try document(
      try await run("keys", "rotate", "w1", "--finish", "--keyring", "ring", "--json"))
    #expect(third["state"] as? String == "finished")
    #expect(third["publicKey"] as? String == key)
    let list = try await run("keys", "list", "--keyring", "ring")
    #expect(list.output == "name  roles   public key\nw1    worker  \(key)\n")
    let last = try await run("keys", "rotate", "w1", "--finish", "--keyring", "ring")
    #expect(last.output.hasPrefix("nothing is left to do here; finished\n"))
  }

  @Test("the keyring of another machine takes the command that is printed where the secret is")
  func otherMachine() async throws {
    try await prepare()
    let here = try document(try await run("keys", "rotate", "w1", "--json"))
    let key = try #require(here["publicKey"] as? String)
    let next = try #require((here["next"] as? [String])?.first)
    let command = "pando keys rotate w1 --public-key='\(key)' --keyring DIR"
    #expect(next.hasSuffix(command))
    let there = try await run(
      "keys", "rotate", "w1", "--directory", "elsewhere", "--public-key=\(key)", "--keyring", "ring"
    )
    #expect(there.code == 0, "\(there.error)")
    #expect(there.output.contains("Then where w1.key is: pando keys rotate w1 --switch"))
    #expect(try await run("keys", "rotate", "w1", "--switch").code == 0)
    let end = try await run(
      "keys", "rotate", "w1", "--finish", "--directory", "elsewhere", "--public-key=\(key)",
      "--keyring", "ring")
    #expect(end.code == 0, "\(end.error)")
    #expect(try await run("keys", "rotate", "w1", "--finish").code == 0)
  }

  @Test("what cannot be done says why, and changes nothing")
  func failures() async throws {
    try await prepare()
    let failures: [([String], String)] = [
      (["w2", "--keyring", "ring"], "w2.key is not there"),
      (
        ["w1", "--switch", "--keyring", "ring"], "Begin with: pando keys rotate w1 --keyring 'ring'"
      ),
      (["w1", "--keyring", "nowhere"], "nowhere"),
      (["w1", "--finish", "--directory", "elsewhere", "--keyring", "ring"], "--public-key='KEY'"),
    ]
    for (arguments, part) in failures {
      let outcome = try await Program(
        ["keys", "rotate"] + arguments, folder: folder, runtime: folder
      ).end()
      #expect(outcome.code == 1, "\(arguments)")
      #expect(outcome.output == "")
      #expect(outcome.error.contains(part), "\(outcome.error)")
    }
    #expect(try folder.entries == ["ring", "w1.key", "w1.pub"])
  }

  @Test(
    "a command line that cannot be used is refused with 64",
    arguments: [
      [], ["a/b"], ["w1", "--switch", "--finish"], ["w1", "--public-key=abc"],
      ["w1", "--switch", "--public-key=Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"],
      [String(repeating: "a", count: 60)],
    ])
  func usage(arguments: [String]) async throws {
    let outcome = try await Program(
      ["keys", "rotate"] + arguments, folder: folder, runtime: folder
    ).end()
    #expect(outcome.code == 64)
    #expect(outcome.error.hasPrefix("Error: "))
  }
}
