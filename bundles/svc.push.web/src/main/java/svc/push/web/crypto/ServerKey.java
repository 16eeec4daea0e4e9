package svc.push.web.crypto;

import static java.util.Objects.requireNonNull;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.ECKey;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;

/**
 * The VAPID key of this server (RFC 8292). It is generated on first use and stored beside the subscriptions, which are
 * valid only with this key, so that a restore of the database restores both. Thread-safe.
 */
@Component(service = ServerKey.class)
public final class ServerKey {

    private static final String NAME = "vapid";
    private static final String FIND = "SELECT private_key, public_key FROM push_server_key WHERE name = ?";

    private final Store store;
    private volatile @Nullable Pair known;

    @Activate
    public ServerKey(@Reference Store store) {
        this.store = store;
    }

    /**
     * The key pair.
     *
     * @param secret the private key
     * @param point the public key in base64url
     */
    record Pair(PrivateKey secret, String point) {

        /** Returns a text that does not contain the private key. */
        @Override
        public String toString() {
            return point;
        }
    }

    Pair pair() {
        Pair pair = known;
        if (pair == null) {
            pair = store.read(Scope.system(), snapshot -> find(snapshot.sql())).orElseGet(this::first);
            known = pair;
        }
        return pair;
    }

    private Pair first() {
        ECKey made = EcKeys.generate();
        return store.write(Scope.system(), TransactionCallback.named("svc.push.web: create the server key", tx -> {
            tx.sql()
                    .update(
                            "INSERT INTO push_server_key (name, private_key, public_key) VALUES (?, ?, ?)"
                                    + " ON CONFLICT DO NOTHING",
                            NAME,
                            encoded(made),
                            EcKeys.encode(made));
            return find(tx.sql()).orElseThrow();
        }));
    }

    private static byte[] encoded(ECKey key) {
        try {
            return key.toPrivateKey().getEncoded();
        } catch (JOSEException e) {
            throw new IllegalStateException("A new key cannot be encoded", e);
        }
    }

    private static Optional<Pair> find(Sql sql) {
        return sql
                .select(
                        FIND,
                        row -> new Pair(
                                decoded(requireNonNull(row.getBytes(1))), base64(requireNonNull(row.getBytes(2)))),
                        NAME)
                .stream()
                .findFirst();
    }

    private static PrivateKey decoded(byte[] pkcs8) {
        try {
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The stored server key cannot be read", e);
        }
    }

    public static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
