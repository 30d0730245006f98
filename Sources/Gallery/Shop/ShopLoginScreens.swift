import Cairn

/// Asks a customer for name and password.
final class ShopLoginScreen: ViewController {
    @ViewBuilder override var view: any View {
        ShopGreeting()
        Text("Please log in to look around.")
        TextField("Name", name: "name", isRequired: true, maximumLength: 40, autocomplete: .username)
        SecureField("Password", name: "password", help: "Any will do: this is an example, and it is not kept.")
        Button("Log in", role: .primary, action: EnterShop())
        Button("I forgot my password", action: PasswordForgotten())
        Button("I am new here", action: StartAccount())
    }
}

/// A greeting, shown if the width is regular. The login is always compact, so it appears only in the help.
struct ShopGreeting: View {
    @Environment(\.horizontalSizeClass) private var width

    var body: some View {
        if width == .regular {
            Text("Atlases, folding maps, guides and stories, by ten authors who do not exist.")
        }
    }
}

/// Asks for the e-mail address that gets a new password.
final class ForgottenScreen: ViewController {
    @ViewBuilder override var view: any View {
        Text("We send you a new one. (We do not: nothing leaves this server.)")
        TextField("E-mail", name: "email", kind: .email, isRequired: true, autocomplete: .email)
        Button("Send it", role: .primary, action: SendPassword())
    }
}

/// Shows the same text for every address, so that it does not reveal who is a customer.
final class PasswordSentScreen: ViewController {
    @ViewBuilder override var view: any View {
        Text("If somebody with that address is a customer, a new password is on its way.")
        Button("Back to the login", role: .primary, action: ReturnToLogin())
    }
}

/// Asks a new customer for name, e-mail and password.
final class AccountScreen: ViewController {
    @ViewBuilder override var view: any View {
        TextField("Name", name: "name", isRequired: true, maximumLength: 40, autocomplete: .username)
        TextField("E-mail", name: "email", kind: .email, isRequired: true, autocomplete: .email)
        SecureField(
            "Choose a password", name: "password", minimumLength: 8, autocomplete: .newPassword,
            help: "At least eight characters. It is not kept.")
        Toggle("I know that nothing here can be bought", name: "agrees", isRequired: true)
        Button("Become a customer", role: .primary, action: OpenAccount())
    }
}
