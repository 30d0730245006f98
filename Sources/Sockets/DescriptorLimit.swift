import CLinux
import Glibc

/// Raises the soft limit of open descriptors to the hard limit and returns the limit in force; 0 if it is
/// unknown.
@discardableResult
package func raiseDescriptorLimit() -> Int {
    var limit = rlimit()
    guard linux_get_descriptor_limit(&limit) == 0 else { return 0 }
    let soft = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    return Int(clamping: linux_set_descriptor_limit(&limit) == 0 ? limit.rlim_cur : soft)
}
