package svc.cap.blob;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Parses an UnsignedInt (RFC 8620 §1.3). */
final class UnsignedInt {

    private static final long MOST = (1L << 53) - 1;

    private UnsignedInt() {}

    /** Returns the number; empty if the value is not an UnsignedInt. */
    static OptionalLong of(@Nullable Object plain) {
        if (!(plain instanceof Number number)) {
            return OptionalLong.empty();
        }
        double exact = number.doubleValue();
        boolean fits = exact >= 0 && exact <= MOST && exact == Math.rint(exact);
        return fits ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }
}
