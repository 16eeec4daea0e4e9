package svc.guard;

import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** A trusted network as operators see it. */
record TrustedView(String ip, @Nullable String note, String createdAt) {

    static TrustedView of(Trusted trusted) {
        return new TrustedView(
                trusted.network().toString(),
                trusted.note().isEmpty() ? null : trusted.note(),
                trusted.createdAt().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
