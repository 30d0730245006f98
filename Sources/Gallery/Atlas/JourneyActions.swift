import Cairn

/// Shows the pages of the journey.
struct ShowPages: Action {}
/// Returns to the first page of the journey.
struct ReturnToStart: Action {}
/// Starts the journey again from its first page.
struct StartAgain: Action {}
/// Returns to a page. Pages count from 1.
struct GoToPage: Action { var page: Int }
/// Replaces the city on a page.
struct ReplacePage: Action {
    var page: Int
    var city: City.ID
}
/// Removes a page from the journey.
struct SkipPage: Action { var page: Int }
