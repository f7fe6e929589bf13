/// Mixes a number into another, so that states can be compared by one number.
func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
  var bits = left ^ (right &* 0x9E37_79B9_7F4A_7C15)
  bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
  bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
  return bits ^ (bits >> 31)
}

/// Mixes a whole number into another.
func mix(_ left: UInt64, _ right: Int) -> UInt64 { mix(left, UInt64(bitPattern: Int64(right))) }
