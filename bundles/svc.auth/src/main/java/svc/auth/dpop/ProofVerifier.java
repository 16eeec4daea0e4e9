package svc.auth;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.Listeners;
import svc.api.json.Json;
import svc.api.time.Clock;

/**
 * Checks proofs (RFC 9449 §4.3) by the rules of this server: a nonce that is there must be good, and then decides alone
 * whether the proof is fresh; without one its own time decides. Any thread.
 */
@Component(service = Proofs.class)
public final class Proofs {

    private static final long OLDEST_SECONDS = 300;
    private static final long NEWEST_SECONDS = 60;

    private final Json.Binding json;
    private final Clock clock;
    private final AuthRules rules;
    private final Nonces nonces;
    private final SeenProofs seen;
    private final Supplier<Optional<String>> publicUrl;

    /** By these rules. */
    @Activate
    public Proofs(
            @Reference Json json,
            @Reference Clock clock,
            @Reference AuthRules rules,
            @Reference Nonces nonces,
            @Reference SeenProofs seen,
            @Reference Listeners listeners) {
        this(json, clock, rules, nonces, seen, listeners::publicUrl);
    }

    Proofs(
            Json json,
            Clock clock,
            AuthRules rules,
            Nonces nonces,
            SeenProofs seen,
            Supplier<Optional<String>> publicUrl) {
        this.json = json.binding(Json.Names.EXACT);
        this.clock = clock;
        this.rules = rules;
        this.nonces = nonces;
        this.seen = seen;
        this.publicUrl = publicUrl;
    }

    /** Whether a proof must name the token that it comes with. */
    enum TokenHashRule {
        /** It must. */
        REQUIRED,
        /** It need not, but what it names must be right. */
        IF_THERE
    }

    /**
     * What a proof is wanted for.
     *
     * @param method the HTTP method
     * @param url the URL as the client sees it
     * @param key the thumbprint of the one key that will do, if only one will
     * @param token the token that comes with it, if one does
     * @param rule about the token
     */
    record Wanted(String method, String url, Optional<String> key, Optional<String> token, TokenHashRule rule) {
        /** Without the token. */
        @Override
        public String toString() {
            return method + " " + url;
        }
    }

    /**
     * A proof that is good, once.
     *
     * @param key the thumbprint of its key
     * @param jti its name
     * @param end the second from which on it is not good anyway
     * @param tokenNamed whether it names the token
     */
    record Good(String key, String jti, long end, boolean tokenNamed) {}

    /** Looks at a proof; {@link #spend} it before anything is done because of it. */
    Good check(List<String> fields, Wanted wanted) throws BadProof {
        if (fields.size() != 1) {
            throw new BadProof(fields.isEmpty() ? Flaw.MISSING : Flaw.SEVERAL);
        }
        Proof proof = Proof.read(fields.get(0), json);
        if (!proof.htm().equals(wanted.method())) {
            throw new BadProof(Flaw.WRONG_METHOD);
        } else if (!samePlace(proof.htu(), wanted.url())) {
            throw new BadProof(Flaw.WRONG_URL);
        } else if (wanted.key()
                .filter(key -> !key.equals(proof.key().thumbprint()))
                .isPresent()) {
            throw new BadProof(Flaw.OTHER_KEY);
        }
        named(proof, wanted);
        long end = end(proof);
        if (!proof.key().signed(proof.signed(), proof.signature())) {
            throw new BadProof(Flaw.BAD_SIGNATURE);
        }
        return new Good(proof.key().thumbprint(), proof.jti(), end, proof.ath().isPresent());
    }

    /** Uses it up. */
    void spend(Good proof) throws BadProof {
        seen.spend(proof.key(), proof.jti(), proof.end(), clock.now().getEpochSecond());
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

    private static void named(Proof proof, Wanted wanted) throws BadProof {
        if (wanted.token().isEmpty()) {
            return;
        } else if (proof.ath().isEmpty()) {
            if (wanted.rule() == TokenHashRule.REQUIRED) {
                throw new BadProof(Flaw.NO_TOKEN_HASH);
            }
            return;
        }
        String hash = Base64Url.text(TokenHash.of(wanted.token().get()).bytes());
        if (!hash.equals(proof.ath().get())) {
            throw new BadProof(Flaw.WRONG_TOKEN_HASH);
        }
    }

    private long end(Proof proof) throws BadProof {
        if (proof.nonce().isPresent()) {
            return nonces.end(proof.nonce().get())
                    .map(Instant::getEpochSecond)
                    .orElseThrow(() -> new BadProof(Flaw.STALE_NONCE));
        } else if (rules.nonceRequired()) {
            throw new BadProof(Flaw.NO_NONCE);
        }
        long now = clock.now().getEpochSecond();
        if (now - proof.iat() > OLDEST_SECONDS) {
            throw new BadProof(Flaw.TOO_OLD);
        } else if (proof.iat() - now > NEWEST_SECONDS) {
            throw new BadProof(Flaw.TOO_NEW);
        }
        return proof.iat() + OLDEST_SECONDS + 1;
    }
}
