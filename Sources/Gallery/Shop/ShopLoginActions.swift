import Cairn

/// Submits the login.
struct EnterShop: Action {
    var name = ""
    var password = ""
}
/// Submits the form for new customers.
struct OpenAccount: Action {
    var name = ""
    var email = ""
    var password = ""
    var agrees = false
}
/// Opens the form for a forgotten password.
struct PasswordForgotten: Action {}
/// Requests a new password.
struct SendPassword: Action { var email = "" }
/// Opens the form for new customers.
struct StartAccount: Action {}
struct ReturnToLogin: Action {}
/// Logs a customer in.
struct CustomerKnown: Action {
    var name: String
    var email = ""
}
