import FoundationEssentials
import Glibc
import PandoBase

/// An error with a file, and how to mend it.
enum FileStorageError: Error, CustomStringConvertible {
  case unreachable(URL, any Error)
  case unreadable(URL, any Error)
  case unwritable(URL, any Error)

  var description: String {
    switch self {
    case .unreachable(let url, let error):
      """
      The file "\(url.path)" could not be read, so the property has its default value, or the one \
      that it had: \(ValueWords.text(of: error))

      Let the program read the file and its folder. \(fate(of: url))
      """
    case .unreadable(let url, let error):
      """
      The file "\(url.path)" does not hold what the property expects, so the property has its default \
      value, or the one that it had: \(ValueWords.text(of: error))

      Mend the file, or have its type decode what older versions wrote. \(fate(of: url))
      """
    case .unwritable(let url, let error):
      """
      The file "\(url.path)" could not be written, and is as it was: \(ValueWords.text(of: error))

      Let the program write to its folder, and make room on its disk. The next change tries again, and \
      so does "save()".
      """
    }
  }

  private func fate(of url: URL) -> String {
    """
    The file stays until the property changes, and then becomes \
    "\(url.unreadable(1).lastPathComponent)", with a number behind it where there is one already.
    """
  }
}

/// A call to the system that failed.
struct SystemError: Error, CustomStringConvertible {
  let call: String
  let number: Int32

  var description: String { unsafe "\(call): \(String(cString: strerror(number)))" }
}
