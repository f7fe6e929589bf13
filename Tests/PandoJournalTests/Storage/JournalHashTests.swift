import PandoJournal
import Testing

@Suite struct JournalHashTests {
  /// The bytes of xxHash's own sanity check.
  private static func sanityBytes(_ count: Int) -> [UInt8] {
    var generator: UInt64 = 2_654_435_761
    return (0..<count).map { _ in
      defer { generator &*= 11_400_714_785_074_694_797 }
      return UInt8(truncatingIfNeeded: generator >> 56)
    }
  }

  @Test(
    "The hash is XXH64, by the vectors that xxHash publishes",
    arguments: [
      (0, 0, 0xEF46_DB37_51D8_E999), (0, 2_654_435_761, 0xAC75_FDA2_929B_17EF),
      (1, 0, 0xE934_A84A_DB05_2768), (1, 2_654_435_761, 0x5014_607643A9B4C3),
      (4, 0, 0x9136_A0DC_A57457EE), (14, 0, 0x8282_DCC4_994E_35C8),
      (14, 2_654_435_761, 0xC3BD_6BF6_3DEB_6DF0), (222, 0, 0xB641_AE8CB691C174),
      (222, 2_654_435_761, 0x20CB_8AB7_AE10_C14A),
    ] as [(Int, UInt64, UInt64)])
  func vectors(count: Int, seed: UInt64, hash: UInt64) {
    #expect(JournalHash.of(Self.sanityBytes(count), seed: seed) == hash)
  }

  @Test("The hash of short texts is the known one")
  func texts() {
    #expect(JournalHash.of(Array("abc".utf8)) == 0x44BC_2CF5_AD77_0999)
    #expect(JournalHash.of(Array("a".utf8)) == 0xD24E_C4F1_A98C_6E5B)
  }

  @Test("A row's hash depends on each of its fields, and on the hash before")
  func fields() {
    let row = JournalRow(
      number: 1, firstVersion: 2, commitCount: 3, epoch: 4, schema: 5, body: [6], hash: 0)
    var others = Array(repeating: row, count: 6)
    others[0].number += 1
    others[1].firstVersion += 1
    others[2].commitCount += 1
    others[3].epoch += 1
    others[4].schema += 1
    others[5].body.append(0)
    let hashes = others.map { $0.hash(after: 0) } + [row.hash(after: 0), row.hash(after: 1)]
    #expect(Set(hashes).count == hashes.count)
  }
}
