import Glibc

extension JournalError {
  /// The error of a call to the system that has just failed.
  ///
  /// - Parameter what: The consequence, in words.
  static func system(_ what: String, path: String, code: Int32 = errno) -> JournalError {
    if code == ENOSPC || code == EDQUOT { return JournalError(.diskFull, path: path) }
    let message = "\(what): \(String(cString: strerror(code)))"
    return JournalError(.failed(code: code, message: message), path: path)
  }

  /// The error of a journal that is used before `open` or after `close`.
  static func notOpen(_ path: String) -> JournalError {
    JournalError(.failed(code: EBADF, message: "it is not open"), path: path)
  }

  /// The error of a journal that was opened to be read, and is to be written.
  static func readOnly(_ path: String) -> JournalError {
    JournalError(.failed(code: EROFS, message: "it was opened to be read only"), path: path)
  }

  /// The error of a row or a piece that is not the next one. A mistake of the caller, which must not get to the file.
  static func misfit(_ problem: String, path: String) -> JournalError {
    JournalError(.failed(code: EINVAL, message: "refused to write: \(problem)"), path: path)
  }
}
