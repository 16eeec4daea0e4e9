package svc.auth;

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

/**
 * The nonces of this server: one for every five minutes, worked out from a key that the store keeps, so that nobody has to
 * remember them and a restart changes nothing. A nonce is good in its own step and in the next one. Any thread.
 */
@Component(service = Nonces.class)
public final class Nonces {

    private static final Duration STEP = Duration.ofMinutes(5);
    private static final int BYTES = 18;

    private final Identities identities;
    private final Clock clock;
    private volatile @Nullable Keyed keyed;
    private volatile @Nullable Nonce last;

    /** With the key that is kept here. */
    @Activate
    public Nonces(@Reference Identities identities, @Reference Clock clock) {
        this.identities = identities;
        this.clock = clock;
    }

    private record Nonce(long step, String text) {}

    /** The nonce of now. */
    String fresh() {
        return of(step(clock.now()));
    }

    /** The end of the time in which a nonce is good; empty when it is not good now. */
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
        byte[] mac = keyed().of(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
        String text = Base64Url.text(Arrays.copyOf(mac, BYTES));
        if (known == null || known.step() < step || step == step(clock.now())) {
            last = new Nonce(step, text);
        }
        return text;
    }

    private Keyed keyed() {
        Keyed known = keyed;
        if (known == null) {
            known = identities
                    .read(snapshot -> SecretRows.find(snapshot.sql(), SecretRows.NONCES))
                    .map(Keyed::new)
                    .orElseGet(this::first);
            keyed = known;
        }
        return known;
    }

    private Keyed first() {
        byte[] key = Keyed.key();
        return new Keyed(identities.write("make the key of nonces", tx -> SecretRows.keep(tx, SecretRows.NONCES, key)));
    }
}
