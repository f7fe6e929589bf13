import Foundation

struct Row: Codable, Hashable {
  var id = 1
  var name = "aspen"
  var score = 0.5
}

struct Everything: Codable, Equatable {
  var flag = true
  var int8 = Int8.min, int16 = Int16.min, int32 = Int32.min, int64 = Int64.min, int = Int.min
  var uint8 = UInt8.max, uint16 = UInt16.max, uint32 = UInt32.max, uint64 = UInt64.max
  var uint = UInt.max
  var float = Float.pi, double = Double.leastNonzeroMagnitude
  var text = "grove of 47,000 \u{1F333}"
  var none: String?
  var some: String? = "here"
  var rows = [Row(), Row(id: -2, name: "", score: -.infinity)]
  var numbers = [1, -1, 1_000_000]
  var bytes: [UInt8] = [0, 1, 255]
  var scores = ["a": 1, "b": 2, "": 3]
  var byNumber = [5: "five", -1: "minus one"]
  var byRow = [Row(): [true, false], Row(id: 2): []]
  var names: Set<String> = ["x", "y"]
  var nested: [[Int?]] = [[1, nil], [], [nil]]
  var action = Action.moved(x: 1, y: -2.5)
  var actions: [Action] = [.closed, .typed("abc"), .child(.tapped(7)), .mixed(1, label: nil)]
}

enum Action: Codable, Equatable, Sendable {
  case closed
  case typed(String)
  case moved(x: Int, y: Double)
  case child(Child)
  case mixed(Int, label: String?)
  indirect case again(Action)

  enum Child: Codable, Equatable, Sendable { case tapped(Int), left }
}

enum Flavor: String, Codable, CaseIterable { case sweet, sour }

indirect enum Tree: Codable, Equatable {
  case leaf
  case node(Tree, Int, Tree)

  static func nested(_ depth: Int) -> Tree {
    (0..<depth).reduce(Tree.leaf) { tree, index in .node(tree, index, .leaf) }
  }
}

struct Chain: Codable, Equatable {
  var next: [Chain] = []

  static func nested(_ depth: Int) -> Chain {
    (0..<depth).reduce(Chain()) { chain, _ in Chain(next: [chain]) }
  }
}

class Plant: Codable {
  var height: Int

  init(height: Int) { self.height = height }
}

final class Aspen: Plant {
  var leaves: [String]

  private enum CodingKeys: CodingKey { case leaves }

  init(height: Int, leaves: [String]) {
    self.leaves = leaves
    super.init(height: height)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    leaves = try container.decode([String].self, forKey: .leaves)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try super.encode(to: container.superEncoder())
    try container.encode(leaves, forKey: .leaves)
  }
}
