import PandoIdentifiedCollections
import Testing

@Suite("An element of an identified array")
struct ReplacementTests {
  struct Item: Equatable, Identifiable {
    let id: Int
    var name = ""
  }

  @Test("gives its place to one with another id")
  func anotherIdentity() {
    var items: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2), Item(id: 3)]
    items[1] = Item(id: 4, name: "new")
    #expect(Array(items.ids) == [1, 4, 3])
    #expect(items[id: 4]?.name == "new")
    #expect(items[id: 2] == nil)
  }

  @Test("is found by a property, its array made of elements first")
  func labels() {
    let words = IdentifiedArray(uniqueElements: ["oak", "ash"], id: \.self)
    #expect(words[id: "ash"] == "ash")
    let more = IdentifiedArray(uncheckedUniqueElements: ["oak", "elm"], id: \.self)
    #expect(Array(more.ids) == ["oak", "elm"])
  }
}
