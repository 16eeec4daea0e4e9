package svc.push.web.crypto;

import static java.util.Objects.requireNonNull;

import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.interfaces.ECPublicKey;
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
     * @param encoded the encoded private key, which is decoded on each use
     * @param point the public key in base64url
     */
    @SuppressWarnings("ArrayRecordComponent") // key pairs are never compared
    record Pair(byte[] encoded, String point) {

        PrivateKey secret() {
            return P256.secret(encoded);
        }

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
        KeyPair made = P256.pair();
        byte[] point = P256.point((ECPublicKey) made.getPublic());
        return store.write(Scope.system(), TransactionCallback.named("svc.push.web: create the server key", tx -> {
            tx.sql()
                    .update(
                            "INSERT INTO push_server_key (name, private_key, public_key) VALUES (?, ?, ?)"
                                    + " ON CONFLICT DO NOTHING",
                            NAME,
                            made.getPrivate().getEncoded(),
                            point);
            return find(tx.sql()).orElseThrow();
        }));
    }

    private static Optional<Pair> find(Sql sql) {
        return sql
                .select(
                        FIND,
                        row -> new Pair(requireNonNull(row.getBytes(1)), base64(requireNonNull(row.getBytes(2)))),
                        NAME)
                .stream()
                .findFirst();
    }

    public static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
