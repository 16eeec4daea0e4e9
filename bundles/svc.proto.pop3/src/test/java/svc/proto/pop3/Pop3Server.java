package svc.proto.pop3;

import java.util.Map;
import svc.api.identity.SignIns;
import svc.testkit.bundles.AddressSignIns;
import svc.testkit.bundles.BundleServer;

/** The bundles of a mail server with open ports for POP3. */
final class Pop3Server {

    /** The address of a proxy. */
    static final String PROXY = "127.0.0.2";

    private static final String ANY_PORT = "127.0.0.1:0";

    private Pop3Server() {}

    static BundleServer create() {
        return BundleServer.withMailStorage("svc.tls", "svc.net", "svc.ratelimit", "svc.proto.pop3")
                .configured("svc.server", Map.of("tls.self.signed", true))
                .configured("svc.net", Map.of("max.connections.per.network", 1_000, "proxies", new String[] {PROXY}))
                .configured("svc.security", Map.of())
                .configured("svc.pop3", Map.of("listen", ANY_PORT, "tls.listen", ANY_PORT))
                .providing(SignIns.class, AddressSignIns::new);
    }
}
