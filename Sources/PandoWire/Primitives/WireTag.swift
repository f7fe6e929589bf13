/// The first byte of everything in an encoded value. `Format.md` tells what follows each.
@usableFromInline
package enum WireTag {
  @usableFromInline static let end: UInt8 = 0x01
  @usableFromInline static let null: UInt8 = 0x02
  @usableFromInline static let absent: UInt8 = 0x03
  @usableFromInline static let no: UInt8 = 0x04
  @usableFromInline static let yes: UInt8 = 0x05
  @usableFromInline static let some: UInt8 = 0x06
  @usableFromInline static let list: UInt8 = 0x07
  @usableFromInline static let map: UInt8 = 0x08
  @usableFromInline static let string: UInt8 = 0x09
  @usableFromInline static let key: UInt8 = 0x0A
  @usableFromInline static let packed: UInt8 = 0x0B
  @usableFromInline static let float: UInt8 = 0x0C
  @usableFromInline static let double: UInt8 = 0x0D
  @usableFromInline static let signed128: UInt8 = 0x0E
  @usableFromInline static let unsigned128: UInt8 = 0x0F

  /// `0x10 + width` with width 0, 1, 2, 3 for 1, 2, 4, 8 bytes.
  @usableFromInline static let unsigned: UInt8 = 0x10
  /// `0x14 + width`: the bits that follow are the complement of the negative number.
  @usableFromInline static let negative: UInt8 = 0x14

  /// Stands before the value of an Optional that begins with this, `null` or `some`.
  @usableFromInline static let present: UInt8 = 0x18

  /// `0x40 + length`, for strings under 32 bytes.
  @usableFromInline static let shortString: UInt8 = 0x40
  /// `0x60 + length`, for keys under 32 bytes.
  @usableFromInline static let shortKey: UInt8 = 0x60
  /// `0x80 + number`, for numbers from 0 to 127.
  @usableFromInline static let small: UInt8 = 0x80

  /// Returns the name of a tag, for messages to people.
  static func name(_ tag: UInt8) -> String {
    switch tag {
    case end: "the end of a container"
    case null: "nil"
    case absent: "an absent value"
    case no, yes: "a Bool"
    case some, present: "an Optional"
    case list: "a list"
    case map: "a keyed container"
    case string, shortString..<shortKey: "a String"
    case key, shortKey..<small: "a key"
    case packed: "a packed array"
    case float: "a Float"
    case double: "a Double"
    case signed128, unsigned128: "a 128-bit integer"
    case unsigned..<0x18, small...: "an integer"
    default: "an unknown tag \(tag)"
    }
  }
}
