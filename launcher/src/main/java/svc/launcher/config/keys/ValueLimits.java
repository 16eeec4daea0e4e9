package svc.launcher.config.keys;

import java.math.BigDecimal;
import java.util.Optional;

/** Checks a value against the limits that its key declares beyond the type. */
final class ValueLimits {

    private ValueLimits() {}

    /** Returns why the value is not permitted, as the end of a sentence without the value; empty if it is permitted. */
    static Optional<String> objection(KeyDefinition key, Object value) {
        if (!key.options().isEmpty() && !key.options().contains(value.toString())) {
            return Optional.of("must be one of " + String.join(", ", key.options()));
        }
        if (value instanceof Double number && !Double.isFinite(number)) {
            return Optional.of("must be a number that is not infinite");
        }
        BigDecimal size = size(value);
        boolean low = key.min().isPresent() && size.compareTo(key.min().get()) < 0;
        boolean high = key.max().isPresent() && size.compareTo(key.max().get()) > 0;
        return low || high ? Optional.of("must " + bounds(key)) : Optional.empty();
    }

    private static String bounds(KeyDefinition key) {
        String be = key.type().isText() ? "have " : "be ";
        String unit = key.type().isText() ? " characters" : "";
        if (key.min().isEmpty()) {
            return be + "at most " + key.max().orElseThrow().toPlainString() + unit;
        }
        String least = "at least " + key.min().get().toPlainString();
        return be
                + least
                + key.max().map(max -> " and at most " + max.toPlainString()).orElse("")
                + unit;
    }

    private static BigDecimal size(Object value) {
        if (value instanceof String text) {
            return BigDecimal.valueOf(text.codePointCount(0, text.length()));
        }
        return value instanceof Boolean ? BigDecimal.ZERO : new BigDecimal(value.toString());
    }
}
