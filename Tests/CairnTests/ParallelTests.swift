import Glibc

/// Limits the tests that run at the same time to 16, in all test targets, because they are one program.
///
/// Swift Testing begins all 2,000 tests at once. Then each continuation waits behind those of all others, and a test
/// that has a real time limit, such as one of an idle connection, fails without a fault. The limit also saves a third
/// of the CPU time. Swift Testing reads this variable when its `main` begins, so it is set before; a value that is
/// already set stays.
@section(".init_array") @used
private let limitParallelTests: @convention(c) () -> Void = {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0)
}
