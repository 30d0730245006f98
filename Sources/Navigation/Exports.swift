@_exported public import Responders
@_exported public import Views
