// An app imports Cairn and has all it needs to describe itself.
@_exported public import NavigationKit
@_exported public import Sessions
