@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Texts of errors") struct ErrorTextTests {
    @Test func `an action that was not performed is described by a sentence`() {
        let chain = ["Letters", "Window"].map {
            ChainTrace.Entry(name: $0, disposition: .none, action: ObjectIdentifier(DismissAlert.self))
        }
        #expect("\(ActionError.notOffered("burn"))" == "The screen does not offer `burn` with these values.")
        #expect("\(ActionError.unknown("burn"))" == "No class handles `burn`.")
        #expect(
            "\(ActionError.unhandled("burn", chain))" == "No responder performed `burn`; tried: Letters → Window.")
        #expect("\(ApplicationError.notStarted)" == "The application was not started; call start() first.")
    }

    @Test func `invalid input names its fields and their messages`() {
        var input = InvalidInput(field: "name", "Enter a name.")
        input.problems.append(InvalidInput(field: "year", "Enter a number.").problems[0])
        #expect("\(input)" == "name: Enter a name.; year: Enter a number.")
    }
}
