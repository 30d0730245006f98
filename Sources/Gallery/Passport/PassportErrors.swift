import Cairn

/// An e-mail stands for one passport.
struct PassportExists: PresentableError {
    let email: String

    var alert: Alert {
        Alert(
            title: "There is one already",
            message: "\(email) has a passport. Cancel and open it, or give another e-mail.")
    }
}

/// The office keeps only so many passports, and this is none of them any more.
struct PassportGone: PresentableError {
    var alert: Alert {
        Alert(title: "Your passport has run out", message: "Nothing was changed. Apply for another one.")
    }
}

/// All pages have their stamps.
struct PassportFull: PresentableError {
    var alert: Alert {
        Alert(
            title: "No page is left",
            message: "Each of the \(PassportOffice.pageCount) pages has its stamp. Nothing was changed.")
    }
}

/// What all look at is not changed for all.
struct PassportIsSpecimen: PresentableError {
    var alert: Alert {
        Alert(
            title: "This is a specimen",
            message: "Everybody looks at it, so nobody can change it. Log out to apply for a passport of your own.")
    }
}
