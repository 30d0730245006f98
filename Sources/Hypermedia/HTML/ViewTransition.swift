package import NavigationKit

/// The CSS that animates the change from the previous page. Its type, if any, depends on the
/// container's operation.
///
/// The rule must be inline in the page, where the content security policy allows it by hash (CSP Level 3 §6.7.3.3).
/// The set of rules is therefore fixed. Browsers ignore clicks during the transition, as UIKit does. With reduced
/// motion there is no transition and no delay.
package enum ViewTransition {
    /// The content of the style element of the page that `operation` leads to.
    static func style(_ operation: Operation?) -> StaticString {
        switch operation {
        case .push: "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto;types:push}}"
        case .pop: "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto;types:pop}}"
        case .set: "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto;types:set}}"
        case .select: "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto;types:select}}"
        case .present: "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto;types:present}}"
        case .dismiss: "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto;types:dismiss}}"
        case .flow: "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto;types:switch}}"
        case .flowBack: "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto;types:back}}"
        case nil: "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}"
        }
    }

    /// The style's hash, as a source expression of the content security policy.
    package static func hash(_ operation: Operation?) -> String {
        switch operation {
        case .push: "'sha256-A3XB1/AZvuf8Uscyk3+YiCKXYHDn2iNdCc43t/Xepvo='"
        case .pop: "'sha256-gZ5cQbI9CbHnq1FVQM73o4v5Dui569E4ajAEavTbW/4='"
        case .set: "'sha256-qiLkAhjlIHbluUhnDbC02TDniXmVeX6Eyxtz1V6/W0M='"
        case .select: "'sha256-T/BwgvsvK4O0CuKB3QdIrI5g8ZCm5qXflfDOAtQhDiw='"
        case .present: "'sha256-LtZchgCt1hS2hkWDFv+kvqrkBX/FeWRn7crU1TISZ+Y='"
        case .dismiss: "'sha256-5j66tiIZUBmkPbT2tX2K7HiBeOGgrVKrk8DPMdoB2+w='"
        case .flow: "'sha256-K2Tx8q+mcObxdQHmPZeg0/z9/bj5I+44uHplHP9ZVtQ='"
        case .flowBack: "'sha256-hSOJjLBTgmG7RSlFCssEIxRZDXR9DM2tn9jWBfjOiYk='"
        case nil: "'sha256-g2+TD6R0CIth/mcxOnrVBH9OXEfGvW/x9ehR7zRw2pY='"
        }
    }
}
