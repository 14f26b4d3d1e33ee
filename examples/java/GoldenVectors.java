// Recomputes every line of ffi-tests/golden/vectors.txt from Java and compares bit for bit. The form of a line is told there; ffi-tests/golden/golden.c does the same in C.
import com.sun.jna.*;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;

public class GoldenVectors {
    static final NativeLibrary LIBRARY = NativeLibrary.getInstance("dpmarkov");

    /** size_t: 4 or 8 bytes, as the processor has it. */
    public static class Size extends IntegerType {
        public Size() { this(0); }
        public Size(long value) { super(Native.SIZE_T_SIZE, value, true); }
    }
    static Size size(long value) { return new Size(value); }

    /** Calls a function that returns a status; arrays of Java go in and come back changed. */
    static void call(String function, Object... arguments) {
        int status = LIBRARY.getFunction(function).invokeInt(arguments);
        if (status != 0) throw new IllegalStateException(function + ": " + text("dpm_status_message", status));
    }
    static String text(String function, Object... arguments) { return LIBRARY.getFunction(function).invokeString(arguments, false); }
    static double value(String function, Object... arguments) { return LIBRARY.getFunction(function).invokeDouble(arguments); }

    /** An object of the library's, or what it reads: memory that stays where it is. */
    static Memory object(int bytes) {
        Memory memory = new Memory(bytes);
        memory.clear();
        return memory;
    }

    /** A line: its inputs, of which each is taken once, and the outputs as they are computed. */
    static class Line {
        final Iterator<String> inputs;
        final StringBuilder out;
        Line(String inputs) {
            this.inputs = Arrays.asList(inputs.split(" ")).iterator();
            out = new StringBuilder(inputs).append(" =");
        }
        String word() { return inputs.next(); }
        int integer() { return Integer.parseUnsignedInt(word()); }
        double number() { return Double.longBitsToDouble(Long.parseUnsignedLong(word(), 16)); }
        void put(Object word) { out.append(' ').append(word); }
        void putNumbers(double... numbers) { for (double x : numbers) put(String.format("%016x", Double.doubleToRawLongBits(x))); }
        int[] counts(int n) {
            int[] counts = new int[n * n];
            for (int i = 0; i < counts.length; i++) counts[i] = integer();
            return counts;
        }
        Memory generator() {
            String hex = word();
            byte[] seed = new byte[32];
            for (int i = 0; i < 32; i++) seed[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
            Memory rng = object(96);
            call("dpm_rng_init_deterministic_for_tests", rng, seed, Long.parseUnsignedLong(word()));
            return rng;
        }
    }

    static void special(String what, Line line) {
        double a = line.number();
        double[] lower = new double[1], upper = new double[1];
        switch (what) {
            case "ln_gamma": case "digamma": line.putNumbers(value("dpm_" + what, a)); return;
            case "ln_beta": line.putNumbers(value("dpm_ln_beta", a, line.number())); return;
            case "beta_inc": call("dpm_beta_inc", a, line.number(), line.number(), lower, upper); break;
            case "gamma_inc": call("dpm_gamma_inc", a, line.number(), lower, upper); break;
            default: throw new IllegalStateException("no function " + what);
        }
        line.putNumbers(lower[0], upper[0]);
    }

    static void accounting(String what, Line line) {
        int adjacency = line.integer();
        double[] x = new double[1];
        if (what.equals("dirichlet_weight"))
            call("dpm_dirichlet_solve_weight", adjacency, line.number(), line.integer(), line.number(), line.number(), x);
        else
            call("dpm_" + what, adjacency, line.number(), line.number(), line.integer(), line.number(), x);
        line.putNumbers(x);
    }

    static void chain(String what, Line line) {
        int n = line.integer();
        double[] matrix = new double[n * n];
        for (int i = 0; i < matrix.length; i++) matrix[i] = line.number();
        double[] out = new double[what.equals("stationary") ? n : 1];
        if (what.equals("stationary")) call("dpm_stationary_gth", matrix, size(n), new double[n * n], size(n * n), out);
        else call("dpm_ergodicity_one", matrix, size(n), out);
        line.putNumbers(out);
    }

    /** Each call of a release: a row of the table, from one generator. */
    interface Row { void release(int[] counts, int row); }
    static void rows(int[] counts, int n, Row row) {
        for (int i = 0; i < n; i++) row.release(Arrays.copyOfRange(counts, i * n, (i + 1) * n), i);
    }

    static void release(String what, Line line) {
        Memory rng = line.generator(), mechanism = object(96), about = object(56); // about: of nothing, all zeros
        int adjacency = line.integer();
        double epsilon = line.number(), delta = line.number();
        int releases = line.integer(), bits = 32;
        byte[] report = new byte[4096];
        Memory length = object(Native.SIZE_T_SIZE);
        if (what.equals("geometric") || what.equals("gaussian")) {
            call("dpm_" + what + "_init", mechanism, adjacency, epsilon, delta, releases);
            long[] numerator = new long[1]; // 32 or 64 bits wide
            int[] numerator32 = new int[1], denominator = new int[1];
            boolean wide = what.equals("gaussian");
            call("dpm_" + what + "_parameters", mechanism, wide ? numerator : numerator32, denominator);
            line.put(wide ? Long.toString(numerator[0]) : Integer.toUnsignedString(numerator32[0]));
            line.put(Integer.toUnsignedString(denominator[0]));
            int n = line.integer();
            long[] noisy = new long[n * n];
            rows(line.counts(n), n, (counts, row) -> {
                long[] one = new long[n];
                call("dpm_" + what + "_release_counts", mechanism, rng, counts, size(n), one);
                System.arraycopy(one, 0, noisy, row * n, n);
            });
            for (long y : noisy) line.put(Long.toString(y));
            call("dpm_report_write_" + what, mechanism, about, null, null, size(n), size(n * n), noisy, bits, report, size(report.length), length);
        } else if (what.equals("polya")) {
            double pseudoCount = line.number();
            int[] draws = {line.integer()}, event = new int[1], prior = new int[1], draw = new int[1];
            int n = line.integer();
            call("dpm_polya_init", mechanism, adjacency, epsilon, delta, releases, size(n), pseudoCount, draws[0]);
            call("dpm_polya_parameters", mechanism, object(Native.SIZE_T_SIZE), event, prior, draw, draws);
            for (int[] mass : new int[][] {event, prior, draw}) line.put(Integer.toUnsignedString(mass[0]));
            int[] tallies = new int[n * n];
            rows(line.counts(n), n, (counts, row) -> {
                int[] one = new int[n];
                call("dpm_polya_release_tallies", mechanism, rng, counts, size(n), new int[5 * n], size(5 * n), one);
                System.arraycopy(one, 0, tallies, row * n, n);
            });
            for (int tally : tallies) line.put(Integer.toUnsignedString(tally));
            call("dpm_report_write_polya", mechanism, about, null, null, size(n), size(n * n), tallies, null, null, bits, report, size(report.length), length);
        } else if (what.equals("dirichlet")) {
            double[] weight = new double[1], pseudoCount = {line.number()};
            int n = line.integer();
            call("dpm_dirichlet_init", mechanism, adjacency, epsilon, delta, releases, pseudoCount[0]);
            call("dpm_dirichlet_parameters", mechanism, weight, pseudoCount);
            line.putNumbers(weight);
            double[] matrix = new double[n * n];
            call("dpm_dirichlet_release_chain", mechanism, rng, line.counts(n), size(n), matrix);
            line.putNumbers(matrix);
            call("dpm_report_write_dirichlet", mechanism, about, null, null, size(n), size(n * n), matrix, null, null, bits, report, size(report.length), length);
        } else throw new IllegalStateException("no mechanism " + what);
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < (Native.SIZE_T_SIZE == 8 ? length.getLong(0) : length.getInt(0)); i++) hex.append(String.format("%02x", report[i]));
        line.put(hex);
    }

    static String compute(String inputs) {
        Line line = new Line(inputs);
        String what = line.word();
        if (what.startsWith("release_")) release(what.substring(8), line);
        else if (what.startsWith("dirichlet_")) accounting(what, line);
        else if (what.equals("stationary") || what.equals("tau_one")) chain(what, line);
        else special(what, line);
        if (line.inputs.hasNext()) throw new IllegalStateException("more inputs than are read");
        return line.out.toString();
    }

    public static void main(String[] arguments) throws IOException {
        int lines = 0, differ = 0;
        for (String line : Files.readAllLines(Paths.get(arguments[0]))) {
            if (line.isEmpty() || line.startsWith("#")) continue;
            lines++;
            String got;
            try {
                got = compute(line.substring(0, line.indexOf(" =")));
            } catch (RuntimeException failed) {
                got = failed.toString();
            }
            if (!got.equals(line)) {
                differ++;
                System.out.println("line   " + line + "\ngot    " + got);
            }
        }
        System.out.println(lines + " golden vectors, dpmarkov " + text("dpm_version") + ": " + differ + " differ");
        System.exit(lines == 0 || differ != 0 ? 1 : 0);
    }
}
