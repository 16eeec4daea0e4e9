package svc.auth.dpop;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpServerInfo;
import svc.api.json.Json;
import svc.api.shared.OnceKeys;
import svc.api.time.Clock;
import svc.auth.AuthSettings;
import svc.auth.crypto.Base64Url;
import svc.auth.crypto.TokenHash;
import svc.auth.storage.BoundedCache;

/**
 * Verifies DPoP proofs (RFC 9449 §4.3). If a proof has a nonce, the nonce must be valid and alone decides whether the
 * proof is fresh; otherwise {@code iat} decides. Used proofs are kept only in memory. Therefore, for five minutes after
 * a start, each proof needs a nonce of this process, so that a proof from before the start cannot be used again (RFC
 * 9449 §8, §9). Thread-safe.
 */
@Component(service = ProofVerifier.class)
public final class ProofVerifier {

    private static final long OLDEST_SECONDS = 300;
    private static final long NEWEST_SECONDS = 60;
    private static final long NONCE_AFTER_START_SECONDS = 300;

    private static final int KEYS = 1_000;

    /** The realm of the identifiers of proofs. */
    private static final String REALM = "dpop";

    private final Json.Binding json;
    private final Clock clock;
    private final AuthSettings rules;
    private final Nonces nonces;
    private final OnceKeys used;
    private final Supplier<Optional<String>> publicUrl;
    private final long start;
    /** The verifiers of recent keys: a verifier keeps a table of its key, which takes most of the time of a new one. */
    private final BoundedCache<String, ECDSAVerifier> verifiers = new BoundedCache<>(KEYS);

    @Activate
    public ProofVerifier(
            @Reference Json json,
            @Reference Clock clock,
            @Reference AuthSettings rules,
            @Reference Nonces nonces,
            @Reference OnceKeys used,
            @Reference HttpServerInfo listeners) {
        this(json, clock, rules, nonces, used, listeners::publicUrl, clock.now());
    }

    public ProofVerifier(
            Json json,
            Clock clock,
            AuthSettings rules,
            Nonces nonces,
            OnceKeys used,
            Supplier<Optional<String>> publicUrl,
            Instant start) {
        this.start = start.getEpochSecond();
        this.json = json.binding(Json.Names.EXACT);
        this.clock = clock;
        this.rules = rules;
        this.nonces = nonces;
        this.used = used;
        this.publicUrl = publicUrl;
    }

    /** Whether a proof must contain the hash of the token. */
    public enum TokenHashRule {
        /** The hash must be present and correct. */
        REQUIRED,
        /** The hash may be absent; if present, it must be correct. */
        IF_THERE
    }

    /**
     * The requirements of a request on its proof.
     *
     * @param method the HTTP method
     * @param url the URL as the client sees it
     * @param key the thumbprint of the required key; empty if any key is accepted
     * @param token the token of the request; empty if the request has none
     * @param rule whether the hash of the token is required
     */
    public record Wanted(String method, String url, Optional<String> key, Optional<String> token, TokenHashRule rule) {
        /** Omits the token. */
        @Override
        public String toString() {
            return method + " " + url;
        }
    }

    /**
     * A verified proof, valid for one use.
     *
     * @param key the thumbprint of its key
     * @param jti the unique identifier
     * @param end the second from which the proof is no longer valid
     * @param tokenNamed whether the proof contains the hash of the token ({@code ath})
     */
    public record Good(String key, String jti, long end, boolean tokenNamed) {}

    /** Verifies a proof. The caller must call {@link #spend} before it acts on the proof. */
    public Good check(List<String> fields, Wanted wanted) throws InvalidProofException {
        if (fields.size() != 1) {
            throw new InvalidProofException(fields.isEmpty() ? ProofError.MISSING : ProofError.SEVERAL);
        }
        Proof proof = Proof.read(fields.get(0), json);
        if (!proof.htm().equals(wanted.method())) {
            throw new InvalidProofException(ProofError.WRONG_METHOD);
        } else if (!samePlace(proof.htu(), wanted.url())) {
            throw new InvalidProofException(ProofError.WRONG_URL);
        } else if (wanted.key().filter(key -> !key.equals(proof.thumbprint())).isPresent()) {
            throw new InvalidProofException(ProofError.OTHER_KEY);
        }
        named(proof, wanted);
        long end = end(proof);
        if (!isSigned(proof)) {
            throw new InvalidProofException(ProofError.BAD_SIGNATURE);
        }
        return new Good(proof.thumbprint(), proof.jti(), end, proof.ath().isPresent());
    }

    /** Records the use of a proof. Throws if it was used before. */
    public void spend(Good proof) throws InvalidProofException {
        OnceKeys.Result result = used.register(REALM, proof.key(), proof.jti(), Instant.ofEpochSecond(proof.end()));
        if (result != OnceKeys.Result.FIRST) {
            throw new InvalidProofException(result == OnceKeys.Result.USED ? ProofError.REPEATED : ProofError.TOO_MANY);
        }
    }

    private boolean isSigned(Proof proof) {
        try {
            ECDSAVerifier known = verifiers.get(proof.thumbprint());
            ECDSAVerifier verifier = known == null ? proof.verifier() : known;
            if (!proof.jwt().verify(verifier)) {
                return false;
            }
            verifiers.put(proof.thumbprint(), verifier);
            return true;
        } catch (JOSEException e) {
            return false;
        }
    }

    private boolean samePlace(String claimed, String url) {
        Optional<Htu> asked = Htu.of(url);
        Optional<Htu> here = publicUrl
                .get()
                .flatMap(base ->
                        asked.flatMap(seen -> Htu.of(base + seen.path()).map(known -> known.asSocket(seen.socket()))))
                .or(() -> asked);
        return here.isPresent() && Htu.of(claimed).filter(here.get()::named).isPresent();
    }

    private static void named(Proof proof, Wanted wanted) throws InvalidProofException {
        if (wanted.token().isEmpty()) {
            return;
        } else if (proof.ath().isEmpty()) {
            if (wanted.rule() == TokenHashRule.REQUIRED) {
                throw new InvalidProofException(ProofError.NO_TOKEN_HASH);
            }
            return;
        }
        String hash = Base64Url.text(TokenHash.of(wanted.token().get()).bytes());
        if (!hash.equals(proof.ath().get())) {
            throw new InvalidProofException(ProofError.WRONG_TOKEN_HASH);
        }
    }

    private long end(Proof proof) throws InvalidProofException {
        if (proof.nonce().isPresent()) {
            return nonces.end(proof.nonce().get())
                    .map(Instant::getEpochSecond)
                    .orElseThrow(() -> new InvalidProofException(ProofError.STALE_NONCE));
        }
        long now = clock.now().getEpochSecond();
        if (rules.nonceRequired() || mayBeOfEarlierStart(proof, now)) {
            throw new InvalidProofException(ProofError.NO_NONCE);
        }
        if (now - proof.iat() > OLDEST_SECONDS) {
            throw new InvalidProofException(ProofError.TOO_OLD);
        } else if (proof.iat() - now > NEWEST_SECONDS) {
            throw new InvalidProofException(ProofError.TOO_NEW);
        }
        return proof.iat() + OLDEST_SECONDS + 1;
    }

    /**
     * Returns whether the proof may already have been used before this process started. Because {@code iat} may be up
     * to a minute in the future, this includes proofs with an {@code iat} shortly after the start.
     */
    private boolean mayBeOfEarlierStart(Proof proof, long now) {
        return now < start + NONCE_AFTER_START_SECONDS || proof.iat() <= start + NEWEST_SECONDS;
    }
}
