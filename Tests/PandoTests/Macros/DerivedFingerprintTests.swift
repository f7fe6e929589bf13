import Pando
import PandoWire
import Testing

// By `@WireCoded` cases are numbered as they are declared; the records of the compiler have those with payloads first.
private enum PayloadsLast {
  @WireCoded enum Action: Codable, Equatable { case refresh, moved(Int), deleted(Int) }
  enum Named: Codable { case refresh, moved(Int) }
}
private enum PayloadsFirst {
  @WireCoded enum Action: Codable, Equatable { case moved(Int), deleted(Int), refresh }
  enum Named: Codable { case moved(Int), refresh }
}

// A constant with an initial value is not written.
private enum BothWritten {
  @WireCoded struct State: Codable { let limit: Int, count: Int }
}
private enum FirstWritten {
  @WireCoded struct State: Codable {
    let limit: Int
    let count = 0
  }
}
private enum SecondWritten {
  @WireCoded struct State: Codable {
    let limit = 0
    let count: Int
  }
}

// Written by hand, as the compiler warns of a constant that it does not decode.
extension FirstWritten.State {
  init(from decoder: any Decoder) throws { limit = try Int(from: decoder) }
}
extension SecondWritten.State {
  init(from decoder: any Decoder) throws { count = try Int(from: decoder) }
}

// What has an observer has no place in memory of its own.
private enum SecondLeftOut {
  @WireCoded struct State: Codable {
    var start = 0 { didSet {} }
    let limit: Int
    let count = 0
  }
}
private enum FirstLeftOut {
  @WireCoded struct State: Codable {
    var start = 0 { didSet {} }
    let limit = 0
    let count: Int
  }
}
extension SecondLeftOut.State {
  init(from decoder: any Decoder) throws { limit = try Int(from: decoder) }
}
extension FirstLeftOut.State {
  init(from decoder: any Decoder) throws { count = try Int(from: decoder) }
}

@Suite("The fingerprint of a type that a macro codes")
struct DerivedFingerprintTests {
  @Test(
    "tells apart cases that are numbered otherwise, also where the compiler's records are the same")
  func caseOrder() throws {
    let (first, last) = (PayloadsFirst.Action.self, PayloadsLast.Action.self)
    // What the one writes the other reads as another action.
    #expect(try WireDecoder.decode(first, from: WireEncoder.encode(last.moved(7))) == .deleted(7))
    #expect(SchemaFingerprint(of: first) != SchemaFingerprint(of: last))
    // Where cases go by their names, nothing is another.
    #expect(
      SchemaFingerprint(of: PayloadsFirst.Named.self)
        == SchemaFingerprint(of: PayloadsLast.Named.self))
  }

  @Test("tells apart a constant that is written from one that is not")
  func constants() {
    let all = [
      SchemaFingerprint(of: BothWritten.State.self), SchemaFingerprint(of: FirstWritten.State.self),
      SchemaFingerprint(of: SecondWritten.State.self),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test("tells apart which constants are written, also beside a property with an observer")
  func constantsBesideObservers() {
    #expect(
      SchemaFingerprint(of: SecondLeftOut.State.self)
        != SchemaFingerprint(of: FirstLeftOut.State.self))
  }
}
