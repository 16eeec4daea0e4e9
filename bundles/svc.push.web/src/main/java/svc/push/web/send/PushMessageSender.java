package svc.push.web.send;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.ConnectException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRefusedException;
import svc.api.http.client.TargetRule;
import svc.api.json.Json;
import svc.api.time.Clock;
import svc.push.web.WebPushConfig;
import svc.push.web.crypto.ClientKeys;
import svc.push.web.crypto.EcKeys;
import svc.push.web.crypto.MessageEncryption;
import svc.push.web.crypto.ServerKey;
import svc.push.web.crypto.Vapid;
import svc.push.web.subscription.Subscription;

/**
 * Composes the messages of a subscription and sends them. Thread-safe; the calling thread waits for the push service.
 */
final class PushMessageSender {

    /** The time for which a push service keeps an undelivered message. */
    private static final Duration KEPT = Duration.ofDays(7);

    /** The response body is not read. */
    private static final OutboundRequest.Limits LIMITS = new OutboundRequest.Limits(Duration.ofSeconds(15), 0);

    private static final Duration CODE_KEPT = Duration.ofHours(1);

    /** The length of a topic. RFC 8030 §5.4 permits at most 32 characters. */
    private static final int TOPIC = 24;

    private final Vapid vapid;
    private final OutboundHttpClient client;
    private final TargetRule targets;
    private final Json.Binding json;
    private final WebPushMetrics meters;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    PushMessageSender(
            WebPushConfig config,
            Vapid vapid,
            OutboundHttpClient client,
            Json json,
            WebPushMetrics meters,
            Clock clock) {
        this.vapid = vapid;
        this.client = client;
        this.targets = TargetRule.of(config.allow_private_targets());
        this.json = json.binding(Json.Names.EXACT);
        this.meters = meters;
        this.clock = clock;
    }

    /** Sends the verification code (RFC 8620 §7.2.2). */
    Outcome code(Subscription to) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("@type", "PushVerification");
        object.put("pushSubscriptionId", to.id());
        object.put("verificationCode", to.code());
        return send("verification", to, object, Map.of("TTL", ttl(to, CODE_KEPT), "Urgency", "high"));
    }

    /** Sends a change. At the push service, this message replaces an undelivered message about the same types. */
    Outcome change(Subscription to, PendingChanges.StateChange change) {
        String subject = change.account() + " " + change.types();
        byte[] mark = MessageEncryption.mac(to.code().getBytes(UTF_8), subject.getBytes(UTF_8));
        String topic = ServerKey.base64(Arrays.copyOf(mark, TOPIC));
        return send("state", to, change.members(), Map.of("TTL", ttl(to, KEPT), "Urgency", "normal", "Topic", topic));
    }

    private String ttl(Subscription to, Duration most) {
        long left = Duration.between(clock.now(), to.expires()).toSeconds();
        return Long.toString(Math.max(0, Math.min(left, most.toSeconds())));
    }

    private Outcome send(String kind, Subscription to, Map<String, Object> object, Map<String, String> more) {
        byte[] content = json.text(object).strip().getBytes(UTF_8);
        HttpTarget target = to.target();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Content-Type", "application/json");
        Optional<byte[]> sealed = to.keys().map(keys -> sealed(content, keys));
        if (sealed.isPresent()) {
            fields.put("Content-Encoding", "aes128gcm");
        }
        fields.putAll(more);
        fields.put("Authorization", vapid.authorization(target.origin()));
        long began = clock.nanos();
        Outcome outcome = sent(new OutboundRequest("POST", target, fields, sealed.orElse(content), targets, LIMITS));
        meters.sent(kind, outcome, clock.nanos() - began);
        return outcome;
    }

    private byte[] sealed(byte[] content, ClientKeys keys) {
        byte[] salt = new byte[MessageEncryption.SALT];
        random.nextBytes(salt);
        return MessageEncryption.seal(content, keys, EcKeys.generate(), salt);
    }

    /** Sends a request. Exceptions are not logged, because their texts may contain the host name; metrics count them. */
    private Outcome sent(OutboundRequest request) {
        try (OutboundResponse response = client.send(request)) {
            return Outcome.of(response, clock.now());
        } catch (ConnectException | TargetRefusedException e) {
            return new Outcome.ConnectFailed();
        } catch (IOException e) {
            return new Outcome.NoResponse();
        }
    }
}
