import CLinux

/// The memory of large blocks, such as those of long pages, in the whole process.
package enum LargeBlocks {
    /// The size, in bytes, from which a block is returned to the system as soon as it is freed.
    private static let least: Int32 = 256 << 10

    /// Makes the allocator map each large block separately. By default it raises this limit to the size of each freed
    /// block, up to 32 MiB, and then keeps freed blocks. With 300 clients that do not read pages of 900 KiB, the process
    /// then held 192 MiB at the limit of 128 MiB for unsent bytes; with a fixed limit it holds 140 MiB (row 2 of
    /// `Tests/Faults/bounds.py`).
    package static func returnWhenFreed() { mallopt(M_MMAP_THRESHOLD, least) }
}
