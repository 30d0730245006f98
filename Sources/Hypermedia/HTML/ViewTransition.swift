package import NavigationKit

/// How a page takes the place of the one before: by style sheets alone, named by what a container did (DESIGN D12).
///
/// The rule has to stand in the page itself, where only what the page's policy names by its hash is used (CSP Level 3
/// §6.7.3.3), so these are all there are.
package enum ViewTransition {
    /// The style block of a page that `operation` has led to.
    static func style(_ operation: Operation?) -> StaticString {
        switch operation {
        case .push: "@view-transition{navigation:auto;types:push}"
        case .pop: "@view-transition{navigation:auto;types:pop}"
        case .set: "@view-transition{navigation:auto;types:set}"
        case .select: "@view-transition{navigation:auto;types:select}"
        case .present: "@view-transition{navigation:auto;types:present}"
        case .dismiss: "@view-transition{navigation:auto;types:dismiss}"
        case .flow: "@view-transition{navigation:auto;types:switch}"
        case .flowBack: "@view-transition{navigation:auto;types:switch-back}"
        case nil: "@view-transition{navigation:auto}"
        }
    }

    /// The hash of that block, as a policy names it.
    package static func hash(_ operation: Operation?) -> String {
        switch operation {
        case .push: "'sha256-J3o8hRi1YBbzL35QMLR8Nhxuno0qtI5035FnLyLVoj8='"
        case .pop: "'sha256-IuGs8h5YawRFBPWmtdCoul2AnoEDp/P4eQ1QyL06Lkg='"
        case .set: "'sha256-dCPluoiOGnmDUQ/G1EHcfkRA0MZyrBJqMii1PDfNieg='"
        case .select: "'sha256-/Msg7U6W4ddMV42D8zqrr4bRwXVDUU5ixf6VXb1VsP4='"
        case .present: "'sha256-DcFMVGds0vTNW25yGgXlKAbimmzZ1raBIbaiWij+iY4='"
        case .dismiss: "'sha256-QyaQOrmbfOx8Q+Ii7ZEwDbO5QngmwskAoGTac5i9+2c='"
        case .flow: "'sha256-CZWjpF7JzzxinQbUTHy21E3asFhWN4UlGcbI62Pnv8o='"
        case .flowBack: "'sha256-EAGAUmBaO7ylPL7RFaC1uyeYO8J9w1yJNJftQRdF0uM='"
        case nil: "'sha256-SREix9zPMZHrSuo8zRSjb672r1gsHIh96MJuaZq6iJo='"
        }
    }
}
