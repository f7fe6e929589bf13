import Foundation

/// A picture as signs, darker where it is.
package struct Picture: Codable, Equatable, Sendable {
  package var lines: [String]

  package init(lines: [String]) {
    self.lines = lines
  }

  package enum Failure: Error, Equatable, CustomStringConvertible {
    case otherFormat
    case tooLarge
    case incomplete

    package var description: String {
      switch self {
      case .otherFormat: "it is no PGM of the plain kind (P2)"
      case .tooLarge: "it is more than 4,096 wide or high"
      case .incomplete: "pixels are missing"
      }
    }
  }

  private static let widthAtMost = 32
  private static let heightAtMost = 12
  private static let shades = Array("@%#*+=-:. ")

  /// Decodes a plain PGM (`P2`, width, height, brightest value, and the pixels).
  ///
  /// Decoders have holes. This one's is a comment that begins with `#!`: it stands for code of an attacker that the file
  /// gets to run. See ``Attack``.
  package init(reading descriptor: Int32) throws {
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    var words: [Substring] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#!") { try Attack(rawValue: String(line.dropFirst(2)))?.run() }
      words += line.prefix { $0 != "#" }.split(separator: " ")
    }
    guard words.count >= 4, words[0] == "P2" else { throw Failure.otherFormat }
    let numbers = words.dropFirst().map { Int($0) ?? -1 }
    let (width, height, brightest) = (numbers[0], numbers[1], numbers[2])
    guard width > 0, height > 0, brightest > 0 else { throw Failure.otherFormat }
    guard width <= 4_096, height <= 4_096 else { throw Failure.tooLarge }
    let pixels = Array(numbers.dropFirst(3))
    guard pixels.count >= width * height else { throw Failure.incomplete }
    let columns = min(width, Self.widthAtMost)
    let rows = min(height, Self.heightAtMost)
    lines = (0..<rows).map { row in
      String(
        (0..<columns).map { column in
          let pixel = pixels[row * height / rows * width + column * width / columns]
          let shade = min(max(pixel, 0), brightest) * (Self.shades.count - 1) / brightest
          return Self.shades[shade]
        })
    }
  }
}
