package svc.auth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Door;
import svc.api.time.Clock;

/**
 * Stream tickets and media tokens. Nothing is kept of them: each tells its sign-in and its end, under a key that this process
 * alone knows. So there is nothing to fill up and nothing to steal from a disk, and with its sign-in it ends at once, because
 * that is looked for at each use. A restart ends them all; their owners ask for others. Any thread.
 */
@Component(service = Tickets.class)
public final class Tickets {

    private static final Duration STREAM = Duration.ofSeconds(60);
    private static final Duration MEDIA = Duration.ofMinutes(5);
    private static final int HEAD = 2 * Long.BYTES;
    private static final int MAC = 24;

    private final Sessions sessions;
    private final Clock clock;
    private final Keyed key = new Keyed(Keyed.key());

    /** For these sign-ins. */
    @Activate
    public Tickets(@Reference Sessions sessions, @Reference Clock clock) {
        this.sessions = sessions;
        this.clock = clock;
    }

    /**
     * One that was made.
     *
     * @param text what its owner presents
     * @param end when it is good no longer
     */
    record Ticket(String text, Instant end) {
        /** Without the secret. */
        @Override
        public String toString() {
            return "a ticket until " + end;
        }
    }

    /** A ticket that opens streams. */
    Ticket stream(Session session) {
        return make(session, STREAM, "stream");
    }

    /** A token that opens one blob. */
    Ticket media(Session session, Door.Download blob) {
        return make(session, MEDIA, scope(blob));
    }

    private static String scope(Door.Download blob) {
        return "blob " + blob.accountId() + " " + blob.blobId();
    }

    /** The sign-in of a stream ticket that is good. */
    Optional<Session> ofStream(String text) {
        return of(text, "stream");
    }

    /** The sign-in of a media token that is good for this blob. */
    Optional<Session> ofMedia(String text, Door.Download blob) {
        return of(text, scope(blob));
    }

    private Ticket make(Session session, Duration life, String scope) {
        long end = clock.now().getEpochSecond() + life.toSeconds();
        ByteBuffer head = ByteBuffer.allocate(HEAD).putLong(session.n()).putLong(end);
        byte[] all = Arrays.copyOf(head.array(), HEAD + MAC);
        System.arraycopy(mac(head.array(), scope), 0, all, HEAD, MAC);
        return new Ticket(Base64Url.text(all), Instant.ofEpochSecond(end));
    }

    private Optional<Session> of(String text, String scope) {
        byte[] all = Base64Url.bytes(text).orElse(new byte[0]);
        if (all.length != HEAD + MAC || !made(all, scope)) {
            return Optional.empty();
        }
        ByteBuffer head = ByteBuffer.wrap(all);
        long device = head.getLong();
        boolean good = clock.now().getEpochSecond() < head.getLong();
        return good ? sessions.ofDevice(device) : Optional.empty();
    }

    private boolean made(byte[] all, String scope) {
        byte[] mac = Arrays.copyOf(mac(Arrays.copyOf(all, HEAD), scope), MAC);
        return MessageDigest.isEqual(mac, Arrays.copyOfRange(all, HEAD, HEAD + MAC));
    }

    private byte[] mac(byte[] head, String scope) {
        byte[] name = scope.getBytes(StandardCharsets.UTF_8);
        return key.of(
                ByteBuffer.allocate(HEAD + name.length).put(head).put(name).array());
    }
}
