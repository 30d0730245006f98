// `import NavigationKit` imports these three modules.
@_exported public import Navigation
@_exported public import Responders
@_exported public import Views
