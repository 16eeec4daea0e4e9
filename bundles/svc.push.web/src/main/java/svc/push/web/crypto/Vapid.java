package svc.push.web.crypto;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
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
    private static final JWSHeader HEADER =
            new JWSHeader.Builder(JWSAlgorithm.ES256).type(JOSEObjectType.JWT).build();

    private final ServerKey key;
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
    public Vapid(WebPushConfig config, @Reference ServerKey key, @Reference Clock clock) {
        this(config.contact(), key, clock);
    }

    Vapid(String contact, ServerKey key, Clock clock) {
        this.contact = contact;
        this.key = key;
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
        String subject = contact.isBlank() ? null : contact.strip();
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .audience(origin)
                .expirationTime(Date.from(end))
                .subject(subject)
                .build();
        try {
            SignedJWT jwt = new SignedJWT(HEADER, claims);
            jwt.sign(new ECDSASigner(key.pair().secret(), Curve.P_256));
            return jwt.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException("every JDK has ES256", e);
        }
    }
}
