// An app needs no other import.
@_exported public import NavigationKit
@_exported public import Sessions
