package svc.proto.smtp;

import java.util.HashMap;
import java.util.Map;
import svc.api.delivery.MailIntake;
import svc.api.identity.SignIns;
import svc.testkit.bundles.BundleServer;

/** The bundles of a mail server with open ports. */
final class SmtpServer {

    /** The maximum size of a message. */
    static final int MAX_SIZE = 65_536;

    private static final String ANY_PORT = "127.0.0.1:0";

    private SmtpServer() {}

    /** Returns a server with an intake of the test, and values of the table {@code [smtp]}. */
    static BundleServer with(MailIntake intake, Object... keysAndValues) {
        return configured(keysAndValues).providing(MailIntake.class, directory -> intake);
    }

    /** Returns a server with its own intake. */
    static BundleServer configured(Object... keysAndValues) {
        return BundleServer.withMail("svc.tls", "svc.net", "svc.ratelimit", "svc.proto.smtp")
                .configured("svc.server", table("tls_self_signed", true))
                .configured("svc.net", table("max_connections_per_network", 1_000))
                .configured("svc.security", table())
                .configured("svc.mail", table("hostname", "mail.example.org"))
                .configured("svc.smtp", smtp(keysAndValues))
                .configured("svc.submission", table("listen", ANY_PORT, "tls_listen", ANY_PORT))
                .configured("svc.lmtp", table("listen", ANY_PORT))
                .providing(SignIns.class, AddressSignIns::new);
    }

    private static Map<String, Object> smtp(Object... keysAndValues) {
        Map<String, Object> table =
                table("listen", ANY_PORT, "greeting_wait", 0, "max_size", Integer.toString(MAX_SIZE));
        table.putAll(table(keysAndValues));
        return table;
    }

    /** Returns the properties of a component: a dot replaces each underscore of a key. */
    private static Map<String, Object> table(Object... keysAndValues) {
        Map<String, Object> table = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            table.put(((String) keysAndValues[i]).replace('_', '.'), keysAndValues[i + 1]);
        }
        return table;
    }
}
