package svc.auth.dpop;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.time.Clock;
import svc.auth.crypto.Base64Url;
import svc.auth.crypto.HmacSha256;

/**
 * Issues and verifies DPoP nonces (RFC 9449 §8). There is one nonce for each interval of five minutes: an HMAC of the
 * interval, with a key that exists only in this process. Therefore no nonce needs to be stored, and nonces of an
 * earlier process are invalid. A nonce is valid in its own interval and in the next one. Thread-safe.
 */
@Component(service = Nonces.class)
public final class Nonces {

    private static final Duration STEP = Duration.ofMinutes(5);
    private static final int BYTES = 18;

    private final Clock clock;
    private final HmacSha256 keyed;
    private volatile @Nullable Nonce last;

    @Activate
    public Nonces(@Reference Clock clock) {
        this(clock, HmacSha256.key());
    }

    Nonces(Clock clock, byte[] key) {
        this.clock = clock;
        this.keyed = new HmacSha256(key);
    }

    private record Nonce(long step, String text) {}

    /** Returns the current nonce. */
    public String fresh() {
        return of(step(clock.now()));
    }

    /** Returns the end of validity of a nonce, or empty if the nonce is not valid now. */
    Optional<Instant> end(String nonce) {
        long now = step(clock.now());
        for (long step = now; step >= now - 1; step--) {
            if (MessageDigest.isEqual(
                    of(step).getBytes(StandardCharsets.UTF_8), nonce.getBytes(StandardCharsets.UTF_8))) {
                return Optional.of(Instant.ofEpochSecond((step + 2) * STEP.toSeconds()));
            }
        }
        return Optional.empty();
    }

    private static long step(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), STEP.toSeconds());
    }

    private String of(long step) {
        Nonce known = last;
        if (known != null && known.step() == step) {
            return known.text();
        }
        byte[] mac = keyed.of(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
        String text = Base64Url.text(Arrays.copyOf(mac, BYTES));
        if (known == null || known.step() < step || step == step(clock.now())) {
            last = new Nonce(step, text);
        }
        return text;
    }
}
