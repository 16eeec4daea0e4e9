package svc.push.web.crypto;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.json.Json;
import svc.api.time.Clock;
import svc.push.web.WebPushConfig;

/**
 * Creates the tokens that identify this server to push services (RFC 8292). A token is reused for a service until half
 * of its lifetime has passed. Thread-safe.
 */
@Component(service = Vapid.class, configurationPid = "svc.push", configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = WebPushConfig.class)
public final class Vapid {

    /** The lifetime of a token. RFC 8292 §2 permits at most 24 hours. */
    private static final Duration LIFE = Duration.ofHours(12);

    private static final int KEPT = 1_000;
    private static final String HEADER = ServerKey.base64("{\"typ\":\"JWT\",\"alg\":\"ES256\"}".getBytes(US_ASCII));

    private final ServerKey key;
    private final Json.Binding json;
    private final Clock clock;
    private final String contact;
    private final Map<String, Token> tokens = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Token> eldest) {
            return size() > KEPT;
        }
    };

    @Activate
    public Vapid(WebPushConfig config, @Reference ServerKey key, @Reference Json json, @Reference Clock clock) {
        this(config.contact(), key, json, clock);
    }

    Vapid(String contact, ServerKey key, Json json, Clock clock) {
        this.contact = contact;
        this.key = key;
        this.json = json.binding(Json.Names.EXACT);
        this.clock = clock;
    }

    private record Token(String field, Instant renewal) {}

    /** Returns the public key in the form of {@code applicationServerKey} (RFC 9749 §3). */
    public String applicationServerKey() {
        return key.pair().point();
    }

    /** Returns the value of the field {@code Authorization} for the origin of a push service. */
    public String authorization(String origin) {
        Instant now = clock.now();
        synchronized (tokens) {
            @Nullable Token cached = tokens.get(origin);
            if (cached != null && now.isBefore(cached.renewal())) {
                return cached.field();
            }
        }
        Token made = new Token(
                "vapid t=" + token(origin, now.plus(LIFE)) + ", k=" + applicationServerKey(),
                now.plus(LIFE.dividedBy(2)));
        synchronized (tokens) {
            tokens.put(origin, made);
        }
        return made.field();
    }

    private String token(String origin, Instant end) {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("aud", origin);
        claims.put("exp", end.getEpochSecond());
        if (!contact.isBlank()) {
            claims.put("sub", contact.strip());
        }
        String signed =
                HEADER + "." + ServerKey.base64(json.text(claims).strip().getBytes(UTF_8));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(key.pair().secret());
            signature.update(signed.getBytes(US_ASCII));
            return signed + "." + ServerKey.base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has ES256", e);
        }
    }
}
