package svc.push.web;

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
import svc.api.store.Writing;

/**
 * The key that push services know this server by (RFC 8292). It is made when somebody asks for the first time and kept with the
 * subscriptions, which are good only together with it: whoever restores the one restores the other. Any thread.
 */
@Component(service = ServerKey.class)
public final class ServerKey {

    private static final String NAME = "vapid";
    private static final String FIND = "SELECT private_key, public_key FROM push_server_key WHERE name = ?";

    private final Store store;
    private volatile @Nullable Pair known;

    /** Keeps it here. */
    @Activate
    public ServerKey(@Reference Store store) {
        this.store = store;
    }

    /**
     * The key.
     *
     * @param encoded what signs, as it is kept: it is read when it is needed
     * @param point what everybody may know, in base64url
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Pair(byte[] encoded, String point) {

        PrivateKey secret() {
            return P256.secret(encoded);
        }

        /** Never the secret. */
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
        return store.write(Scope.system(), Writing.named("svc.push.web: make the server's key", tx -> {
            tx.sql()
                    .change(
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
                .select(FIND, row -> new Pair(requireNonNull(row.bytes(1)), base64(requireNonNull(row.bytes(2)))), NAME)
                .stream()
                .findFirst();
    }

    static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
