package svc.blobs.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The byte range of a request (RFC 9110 §14). A request with several ranges is answered with the whole representation.
 */
sealed interface ByteRange {

    /** The whole representation. */
    record Whole() implements ByteRange {}

    /** A non-empty part. */
    record Part(long from, long length) implements ByteRange {}

    /** A range that cannot be satisfied. */
    record Beyond() implements ByteRange {}

    /**
     * Parses the field {@code Range}. Returns the whole representation if the field does not have exactly one valid
     * range.
     */
    static ByteRange read(Optional<String> field, long size) {
        Matcher range = field.map(Syntax.ONE::matcher).orElse(null);
        if (range == null || !range.matches()) {
            return new Whole();
        }
        String first = range.group(1);
        String last = range.group(2);
        if (first.isEmpty()) {
            return last.isEmpty() ? new Whole() : suffix(number(last), size);
        }
        long from = number(first);
        long to = last.isEmpty() ? Long.MAX_VALUE : number(last);
        if (to < from) {
            return new Whole();
        }
        return from >= size ? new Beyond() : new Part(from, Math.min(to, size - 1) - from + 1);
    }

    private static ByteRange suffix(long length, long size) {
        if (length == 0) {
            return new Beyond();
        }
        return size == 0 ? new Whole() : new Part(Math.max(0, size - length), Math.min(length, size));
    }

    /** Returns a number. A number with more than 18 digits is larger than the size of any blob. */
    private static long number(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return significant.length() > 18 ? Long.MAX_VALUE : Long.parseLong(significant);
    }

    /** The supported syntax of the field. */
    final class Syntax {
        private static final Pattern ONE = Pattern.compile("(?i)bytes=[ \\t]*(\\d*)-(\\d*)[ \\t]*");

        private Syntax() {}
    }
}
