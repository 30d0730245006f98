@_exported public import Responders
