import Testing

/// Runs code that must report an issue which contains all phrases, and no other issue.
func expectWarning(_ phrases: String..., body: () -> Void) {
  withKnownIssue {
    body()
  } matching: { issue in
    phrases.allSatisfy { "\(issue)".contains($0) }
  }
}
