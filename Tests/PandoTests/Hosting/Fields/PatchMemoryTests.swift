import Pando
import PandoWire
import Testing

/// Two bytes as bytes, and 128 KiB in memory.
private struct Crate: Codable {
  var number: Int
  var room = InlineArray<16_384, Int>(repeating: 0)

  init(_ number: Int) { self.number = number }

  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

@WireCoded
private struct Shelf: Codable {
  var title = ""
  var crates: [Crate]
}

@Suite("The memory that rows of many patches take")
struct PatchMemoryTests {
  @Test("counts over all of them, until the whole state is decoded")
  func manyPatches() throws {
    let table = try #require(FieldTable.of(Shelf.self))
    let encodings = try [1_000, 2_000].map {
      try WireEncoder.encode(Shelf(title: "shelf", crates: [Crate(0), Crate($0)]))
    }
    let patches = [
      Patch(from: encodings[0], to: encodings[1]), Patch(from: encodings[1], to: encodings[0]),
    ]
    var state = try WireDecoder.decode(Shelf.self, from: encodings[0])
    let decoding = try #require(FieldwiseDecoding(table, encodings[0]))
    // 1 GiB of such rows.
    let most = WireLimits.standard.maximumBytes * 16 / MemoryLayout<Crate>.stride
    var count = 0
    var problem: WireError.Problem?
    while count <= most, problem == nil {
      do throws(WireError) {
        let change = try withUnsafeMutablePointer(to: &state) { state throws(WireError) in
          try encodings[(count + 1) % 2].withUnsafeBufferPointer { bytes throws(WireError) in
            try decoding.change(
              by: patches[count % 2], to: UnsafeRawBufferPointer(bytes), of: state)
          }
        }
        if change == nil { break }
        count += 1
      } catch {
        problem = error.problem
      }
    }
    #expect(count > most - 10 && count <= most)
    guard case .tooLarge = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    // What the state has is little.
    _ = try WireDecoder.decode(Shelf.self, from: encodings[0])
  }
}
