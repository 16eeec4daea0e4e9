package svc.auth.tokens;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.QueryCredentials;
import svc.api.time.Clock;
import svc.auth.crypto.Base64Url;
import svc.auth.crypto.HmacSha256;
import svc.auth.crypto.TokenHash;
import svc.auth.storage.AccountStore;

/**
 * Issues and verifies stream tickets and media tokens. The store keeps the SHA-256 of a stream ticket until the ticket
 * or its device session ends, so that the ticket survives a restart. A media token is not stored: it contains its
 * device session and its end, and is authenticated with a key that exists only in this process. Therefore it is invalid
 * after a restart. Thread-safe.
 */
@Component(service = Tickets.class)
public final class Tickets {

    private static final Duration STREAM = Duration.ofSeconds(60);
    private static final Duration MEDIA = Duration.ofMinutes(5);
    private static final int HEAD = 2 * Long.BYTES;
    private static final int MAC = 24;

    private static final int SWEPT = 200;

    private final AccountStore identities;
    private final DeviceSessions sessions;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final HmacSha256 key = new HmacSha256(HmacSha256.key());

    @Activate
    public Tickets(@Reference AccountStore identities, @Reference DeviceSessions sessions, @Reference Clock clock) {
        this.identities = identities;
        this.sessions = sessions;
        this.clock = clock;
    }

    /**
     * An issued ticket or media token.
     *
     * @param text the secret that the client presents
     * @param end the end of its validity
     */
    public record Ticket(String text, Instant end) {

        /** Returns the members of the response body; the secret has the given name. */
        public Map<String, Object> members(String name) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put(name, text);
            members.put("expiresAt", end.getEpochSecond());
            return members;
        }

        /** Omits the secret. */
        @Override
        public String toString() {
            return "a ticket until " + end;
        }
    }

    /**
     * A stored stream ticket.
     *
     * @param session its device session, of an active account
     * @param end the end of its validity
     */
    record StreamTicket(DeviceSession session, Instant end) {}

    /** Issues a stream ticket. */
    public Ticket stream(DeviceSession session) {
        FreshToken fresh = FreshToken.of(random);
        Instant now = clock.now();
        Instant end = Instant.ofEpochSecond(now.getEpochSecond() + STREAM.toSeconds());
        identities.write("make a stream ticket", tx -> {
            TokenRows.forgetTickets(tx, now, SWEPT);
            return TokenRows.insertTicket(tx, session, fresh.hash(), end);
        });
        return new Ticket(fresh.text(), end);
    }

    /** Issues a media token for one blob. */
    public Ticket media(DeviceSession session, QueryCredentials.MediaToken blob) {
        long end = clock.now().getEpochSecond() + MEDIA.toSeconds();
        ByteBuffer head = ByteBuffer.allocate(HEAD).putLong(session.n()).putLong(end);
        byte[] all = Arrays.copyOf(head.array(), HEAD + MAC);
        System.arraycopy(mac(head.array(), blob), 0, all, HEAD, MAC);
        return new Ticket(Base64Url.text(all), Instant.ofEpochSecond(end));
    }

    /** Returns the device session of a valid stream ticket. */
    public Optional<DeviceSession> ofStream(String text) {
        return identities
                .read(snapshot -> TokenRows.ticket(snapshot.sql(), TokenHash.of(text)))
                .filter(ticket -> clock.now().isBefore(ticket.end()))
                .map(StreamTicket::session);
    }

    /** Returns the device session of a media token that is valid for the blob. */
    public Optional<DeviceSession> ofMedia(String text, QueryCredentials.MediaToken blob) {
        byte[] all = Base64Url.bytes(text).orElse(new byte[0]);
        if (all.length != HEAD + MAC || !made(all, blob)) {
            return Optional.empty();
        }
        ByteBuffer head = ByteBuffer.wrap(all);
        long device = head.getLong();
        boolean good = clock.now().getEpochSecond() < head.getLong();
        return good ? sessions.ofDevice(device) : Optional.empty();
    }

    private boolean made(byte[] all, QueryCredentials.MediaToken blob) {
        byte[] mac = Arrays.copyOf(mac(Arrays.copyOf(all, HEAD), blob), MAC);
        return MessageDigest.isEqual(mac, Arrays.copyOfRange(all, HEAD, HEAD + MAC));
    }

    private byte[] mac(byte[] head, QueryCredentials.MediaToken blob) {
        byte[] name = ("blob " + blob.accountId() + " " + blob.blobId()).getBytes(StandardCharsets.UTF_8);
        return key.of(
                ByteBuffer.allocate(HEAD + name.length).put(head).put(name).array());
    }
}
