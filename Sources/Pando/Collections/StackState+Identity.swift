import IssueReporting
import OrderedCollections

extension StackState {
  /// The element with an id; nil when it is not there.
  ///
  /// Setting nil removes the element, and leaves those above it. Setting an element whose id was
  /// never given out pushes it; setting one whose id was popped is reported as an issue.
  public subscript(
    id id: StackElementID,
    fileID fileID: HashableStaticString = #fileID,
    filePath filePath: HashableStaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Element? {
    get { ids.firstIndex(of: id).map { elements[$0] } }
    _modify {
      let position = ids.firstIndex(of: id)
      // Taken out, so that its buffers are not shared while they are changed.
      var element = position.map { elements.remove(at: $0) }
      defer {
        if let position, let element {
          elements.insert(element, at: position)
        } else if let position {
          ids.remove(at: position)
        } else if let element {
          let location = OperatorLocation(
            fileID: fileID.string, filePath: filePath.string, line: line, column: column)
          restore(element, id: id, location)
        }
      }
      yield &element
    }
  }

  private mutating func restore(
    _ element: Element, id: StackElementID, _ location: OperatorLocation
  ) {
    // A test says what an action left, which may have pushed an element under that id.
    if id.generation >= generation || SharedSnapshot.current != nil {
      return push(element, id: id)
    }
    reportIssue(
      """
      A stack was given an element at "\(location.fileID):\(location.line)" for an id whose element \
      was popped.

        ID: \(id)

      The element was dropped. Push it with "append", which gives it an id of its own.
      """,
      fileID: location.fileID, filePath: location.filePath,
      line: location.line, column: location.column)
  }

  /// The payload of the element with an id, where that is in a case; nil when it is not there or in
  /// another case.
  ///
  /// Setting nil removes the element. Changing what is not there is reported as an issue.
  public subscript<Case>(
    id id: StackElementID,
    case path: CaseKeyPath<Element, Case>,
    fileID fileID: HashableStaticString = #fileID,
    filePath filePath: HashableStaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Case? {
    get { self[id: id].flatMap { AnyCasePath(path).extract(from: $0) } }
    set {
      let casePath = AnyCasePath(path)
      if let element = self[id: id], casePath.extract(from: element) != nil {
        self[id: id] = newValue.map(casePath.embed)
        return
      }
      reportIssue(
        """
        A stack's element was changed at "\(fileID.string):\(line)" as if it were in a case that it is not \
        in.

          ID: \(id)
          Case: \(path)

        Nothing was changed. Look at the element's case first, or set the element as a whole.
        """,
        fileID: fileID.string, filePath: filePath.string, line: line, column: column)
    }
  }

  /// Removes the element with an id, and all above it. Does nothing when it is not there.
  public mutating func pop(from id: StackElementID) {
    guard let position = ids.firstIndex(of: id) else { return }
    removeSubrange(position...)
  }

  /// Removes everything above the element with an id. Does nothing when it is not there.
  public mutating func pop(to id: StackElementID) {
    guard let position = ids.firstIndex(of: id) else { return }
    removeSubrange((position + 1)...)
  }
}
