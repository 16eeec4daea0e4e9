package svc.push.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import svc.api.json.Json;
import svc.api.time.Clock;

/** Writes what is said to the client of a subscription and sends it. Any thread, which waits for the push service. */
final class Messages {

    /** How long a push service keeps what it cannot deliver. */
    private static final Duration KEPT = Duration.ofDays(7);

    private static final Duration CODE_KEPT = Duration.ofHours(1);

    /** 32 letters are allowed (RFC 8030 §5.4). */
    private static final int TOPIC = 24;

    private final Vapid vapid;
    private final Door door;
    private final Post post;
    private final Json.Binding json;
    private final Meters meters;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    Messages(Vapid vapid, Door door, Post post, Json json, Meters meters, Clock clock) {
        this.vapid = vapid;
        this.door = door;
        this.post = post;
        this.json = json.binding(Json.Names.EXACT);
        this.meters = meters;
        this.clock = clock;
    }

    /** Sends the code (RFC 8620 §7.2.2). */
    Outcome code(Subscription to) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("@type", "PushVerification");
        object.put("pushSubscriptionId", to.id());
        object.put("verificationCode", to.code());
        return send("verification", to, object, Map.of("TTL", ttl(to, CODE_KEPT), "Urgency", "high"));
    }

    /** Tells of changes. One that a push service still has is replaced by a later one that says all that it says. */
    Outcome change(Subscription to, News.StateChange change) {
        byte[] mark = Sealing.mac(to.code().getBytes(UTF_8), change.types().getBytes(UTF_8));
        String topic = ServerKey.base64(Arrays.copyOf(mark, TOPIC));
        return send("state", to, change.members(), Map.of("TTL", ttl(to, KEPT), "Urgency", "normal", "Topic", topic));
    }

    private String ttl(Subscription to, Duration most) {
        long left = Duration.between(clock.now(), to.expires()).toSeconds();
        return Long.toString(Math.max(0, Math.min(left, most.toSeconds())));
    }

    private Outcome send(String kind, Subscription to, Map<String, Object> object, Map<String, String> more) {
        byte[] content = json.text(object).strip().getBytes(UTF_8);
        Target target = to.target();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Content-Type", "application/json");
        Optional<byte[]> sealed = to.keys().map(keys -> sealed(content, keys));
        if (sealed.isPresent()) {
            fields.put("Content-Encoding", "aes128gcm");
        }
        fields.putAll(more);
        fields.put("Authorization", vapid.authorization(target.origin()));
        long began = clock.nanos();
        Outcome outcome = sent(new Message(target, fields, sealed.orElse(content)));
        meters.sent(kind, outcome, clock.nanos() - began);
        return outcome;
    }

    private byte[] sealed(byte[] content, ClientKeys keys) {
        byte[] salt = new byte[Sealing.SALT];
        random.nextBytes(salt);
        return Sealing.seal(content, keys, P256.pair(), salt);
    }

    private Outcome sent(Message message) {
        try {
            return post.send(message, door.addresses(message.target()));
        } catch (Door.Closed e) {
            return new Outcome.Unreached(); // the name leads elsewhere by now, or nowhere
        }
    }
}
