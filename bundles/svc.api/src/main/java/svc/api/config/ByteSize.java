package svc.api.config;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser and formatter for sizes such as {@code 2GB}, {@code 500 MB}, {@code 1GiB} and {@code 4096}. */
public final class ByteSize {

    /** The required form of a size, as the end of an error message. */
    public static final String MUST = "must be a size such as 2GB, 500 MB, 1GiB or 4096";

    private static final Pattern SIZE =
            Pattern.compile("([0-9]{1,19}(?:\\.[0-9]{1,9})?) ?(b|kb|mb|gb|tb|kib|mib|gib|tib)?");

    private static final Map<String, Long> UNITS = Map.of(
            "b", 1L,
            "kb", 1_000L,
            "mb", 1_000_000L,
            "gb", 1_000_000_000L,
            "tb", 1_000_000_000_000L,
            "kib", 1L << 10,
            "mib", 1L << 20,
            "gib", 1L << 30,
            "tib", 1L << 40);
    private static final String[] SHOWN = {"kB", "MB", "GB", "TB"};
    private static final double STEP = 1_000;
    /** Values from this number on are shown without a fraction. */
    private static final double LARGE = 99.95;

    private ByteSize() {}

    /** Parses a size to bytes; empty if the text is not a size, not a whole number of bytes, or too large. */
    public static OptionalLong parse(String text) {
        Matcher size = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            return OptionalLong.empty();
        }
        String unit = size.group(2) == null ? "b" : size.group(2);
        try {
            BigDecimal bytes = new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(UNITS.getOrDefault(unit, 1L)));
            return OptionalLong.of(bytes.longValueExact());
        } catch (ArithmeticException e) {
            return OptionalLong.empty();
        }
    }

    /** Formats a number of bytes: {@code 1.9 GB}, {@code 512 bytes}. Units are decimal, values are rounded. */
    public static String text(long bytes) {
        if (Math.abs(bytes) < STEP) {
            return bytes + (bytes == 1 ? " byte" : " bytes");
        }
        double value = bytes / STEP;
        int unit = 0;
        for (; Math.abs(value) >= STEP - 0.5 && unit < SHOWN.length - 1; unit++) {
            value /= STEP;
        }
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(Math.abs(value) < LARGE ? 1 : 0, RoundingMode.HALF_UP);
        return rounded.stripTrailingZeros().toPlainString() + " " + SHOWN[unit];
    }
}
