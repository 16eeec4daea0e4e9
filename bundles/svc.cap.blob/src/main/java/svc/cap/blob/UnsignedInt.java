package svc.cap.blob;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** UnsignedInt of RFC 8620 §1.3. */
final class Unsigned {

    private static final long MOST = (1L << 53) - 1;

    private Unsigned() {}

    /** The number that a plain value is; empty for anything else. */
    static OptionalLong of(@Nullable Object plain) {
        if (!(plain instanceof Number number)) {
            return OptionalLong.empty();
        }
        double exact = number.doubleValue();
        boolean fits = exact >= 0 && exact <= MOST && exact == Math.rint(exact);
        return fits ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }
}
