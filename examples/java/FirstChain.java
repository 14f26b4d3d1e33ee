// From a log to a private chain in Java: counts -> mechanism -> release -> print. How to run it: README.md beside this file.
import com.sun.jna.*;
import java.security.SecureRandom;

public class FirstChain {
    /** size_t: 4 or 8 bytes, as the processor has it. */
    public static class Size extends IntegerType {
        public Size() { this(0); }
        public Size(long value) { super(Native.SIZE_T_SIZE, value, true); }
    }

    /** The functions of include/dpmarkov.h that are used here. Objects, counts and the chain live in memory outside Java, where nothing moves or copies them. */
    interface Dpmarkov extends Library {
        interface Entropy extends Callback { int fill(Pointer context, Pointer out, Size length); }
        String dpm_version();
        String dpm_status_message(int status);
        int dpm_counts_record(Pointer counts, Size n, Size from, Size to, int events);
        int dpm_geometric_init(Pointer mechanism, int adjacency, double epsilon, double delta, int releases);
        int dpm_rng_init(Pointer rng, Entropy entropy, Pointer context, long stream);
        int dpm_geometric_release_chain(Pointer mechanism, Pointer rng, Pointer counts, Size n, int floor, Pointer work, Size workLength, Pointer chain);
        int dpm_rng_clear(Pointer rng);
    }
    static final Dpmarkov C = Native.load("dpmarkov", Dpmarkov.class);

    static void check(int status) {
        if (status != 0) throw new IllegalStateException(C.dpm_status_message(status) + " (" + status + ")");
    }

    /** The operating system's generator. JNA would turn an exception into a 0, "done": whatever is wrong must come back as a failure. */
    static final Dpmarkov.Entropy ENTROPY = (context, out, length) -> {
        try {
            byte[] bytes = new byte[length.intValue()];
            new SecureRandom().nextBytes(bytes);
            out.write(0, bytes, 0, bytes.length);
            java.util.Arrays.fill(bytes, (byte) 0);
            return 0;
        } catch (Throwable failed) {
            return -1;
        }
    };

    public static void main(String[] arguments) {
        int[] session = {0, 0, 1, 2, 2, 1, 0, 0, 0, 1, 1, 2, 0, 0}; // states, in the order of the visits
        int n = 3, visit = 3;                                       // adjacency DPM_ADJACENCY_VISIT: one visited state is protected
        Memory mechanism = new Memory(96), rng = new Memory(96);    // sizeof(dpm_geometric), sizeof(dpm_rng)
        Memory counts = new Memory(4 * n * n), work = new Memory(8 * n); // secret
        Memory chain = new Memory(8 * n * n);                       // public, once released
        counts.clear();
        try {
            for (int times = 0; times < 100; times++)
                for (int i = 1; i < session.length; i++)
                    check(C.dpm_counts_record(counts, new Size(n), new Size(session[i - 1]), new Size(session[i]), 1));
            check(C.dpm_geometric_init(mechanism, visit, 1.0, 0.0, 1)); // epsilon 1, delta 0, one release
            check(C.dpm_rng_init(rng, ENTROPY, null, 1));               // 1: the number of this release, never used again
            check(C.dpm_geometric_release_chain(mechanism, rng, counts, new Size(n), 1024, work, new Size(n), chain)); // 1024: an event for every cell
        } finally {
            C.dpm_rng_clear(rng);
            counts.clear();
            work.clear();
        }
        for (int i = 0; i < n; i++)
            System.out.println(String.format(java.util.Locale.ROOT, "%.4f %.4f %.4f", (Object[]) box(chain.getDoubleArray(8L * n * i, n))));
    }

    static Double[] box(double[] row) { return java.util.Arrays.stream(row).boxed().toArray(Double[]::new); }
}
