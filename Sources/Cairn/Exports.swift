// An app needs no other import. A route beside the apps uses HTTPProtocol's requests and responses.
@_exported public import HTTPProtocol
@_exported public import NavigationKit
@_exported public import Sessions
@_exported public import SessionStores
@_exported public import SharedLogs
