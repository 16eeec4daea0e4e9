package svc.proto.imap;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import svc.api.identity.SignIns;
import svc.api.jmap.Capability;
import svc.api.store.StateBus;
import svc.api.store.StateListener;
import svc.testkit.bundles.AddressSignIns;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** The bundles of a mail server with open ports for IMAP, for all tests of a class. */
final class ImapServer implements BeforeAllCallback, AfterAllCallback {

    /** The maximum number of connections of an account. */
    static final int MOST_CONNECTIONS = 5;

    /** The address of a proxy; the server takes the address of the client from its header. */
    static final String PROXY = "127.0.0.9";

    private static final String ANY_PORT = "127.0.0.1:0";

    private final List<StateListener> listeners = new CopyOnWriteArrayList<>();
    private final BundleServer bundles = BundleServer.withMailStorage(
                    "svc.tls", "svc.net", "svc.ratelimit", "svc.proto.imap")
            .configured("svc.server", Map.of("tls.self.signed", true))
            .configured("svc.net", Map.of("max.connections.per.network", 1_000, "proxies", new String[] {PROXY}))
            .configured("svc.security", Map.of())
            .configured(
                    "svc.imap",
                    Map.of("listen", ANY_PORT, "tls.listen", ANY_PORT, "max.connections.per.account", MOST_CONNECTIONS))
            .providing(StateBus.class, directory -> listener -> {
                listeners.add(listener);
                return () -> listeners.remove(listener);
            })
            .providing(Capability.class, directory -> () -> "urn:ietf:params:jmap:principals")
            .providing(SignIns.class, AddressSignIns::new);

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        bundles.beforeAll(context);
        bundles.listen(change -> listeners.forEach(listener -> listener.changed(change)));
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        bundles.afterAll(context);
    }

    /** Returns the bundles. */
    BundleServer bundles() {
        return bundles;
    }

    /** Returns the user of JMAP with an address. */
    LocalMailUser user(String address) {
        return LocalMailUser.of(bundles, address);
    }

    /** Creates an account; returns its address. */
    String newAccount() {
        return bundles.newUser().email();
    }

    void advance(Duration by) {
        bundles.advance(by);
    }

    int port(String listener) {
        return bundles.port(listener);
    }
}
