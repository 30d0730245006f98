@_exported public import Responders
@_exported public import Topics
@_exported public import Views
