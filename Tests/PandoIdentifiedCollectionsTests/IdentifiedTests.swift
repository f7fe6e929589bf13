import Foundation
import PandoIdentifiedCollections
import Testing

@Suite("A value that is given an id")
struct IdentifiedTests {
  private struct Tree: Codable, Hashable {
    var name: String
    var height = 1
  }

  @Test("is found by it in an array, and its properties are the value's")
  func array() {
    var trees: IdentifiedArrayOf<Identified<Int, Tree>> = [
      Identified(Tree(name: "oak"), id: 1), Identified(Tree(name: "elm"), id: 2),
    ]
    trees[id: 2]?.height = 7
    #expect(trees[id: 2]?.name == "elm")
    #expect(trees.map(\.value.height) == [1, 7])
  }

  @Test("may have one that is made of the value")
  func madeOfValue() {
    #expect(Identified(Tree(name: "oak"), id: \.name).id == "oak")
  }

  @Test("is equal, hashed and coded with both")
  func conformances() throws {
    let oak = Identified(Tree(name: "oak"), id: 1)
    #expect(oak != Identified(Tree(name: "oak"), id: 2))
    #expect(Set([oak, oak, Identified(Tree(name: "ash"), id: 1)]).count == 2)
    let data = try JSONEncoder().encode(oak)
    #expect(try JSONDecoder().decode(Identified<Int, Tree>.self, from: data) == oak)
  }
}
