// An app imports one module.
@_exported public import Navigation
@_exported public import Responders
@_exported public import Views
