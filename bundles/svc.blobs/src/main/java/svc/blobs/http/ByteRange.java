package svc.blobs;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which bytes of a representation are asked for (RFC 9110 §14). Of several ranges none is taken: the whole is sent. */
sealed interface ByteRange {

    /** All of it. */
    record Whole() implements ByteRange {}

    /** A part, which is not empty. */
    record Part(long from, long length) implements ByteRange {}

    /** There is nothing at that place. */
    record Beyond() implements ByteRange {}

    /** The one range of the field, where there is one that can be read. */
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

    /** No blob is longer than what has more digits. */
    private static long number(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return significant.length() > 18 ? Long.MAX_VALUE : Long.parseLong(significant);
    }

    /** What a field looks like that is understood. */
    final class Syntax {
        private static final Pattern ONE = Pattern.compile("(?i)bytes=[ \\t]*(\\d*)-(\\d*)[ \\t]*");

        private Syntax() {}
    }
}
