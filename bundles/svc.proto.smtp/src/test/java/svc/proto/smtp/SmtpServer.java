package svc.proto.smtp;

import java.util.Map;
import svc.api.delivery.MailIntake;
import svc.api.identity.SignIns;
import svc.testkit.bundles.AddressSignIns;
import svc.testkit.bundles.BundleServer;

/** The bundles of a mail server with open ports. */
final class SmtpServer {

    /** The maximum size of a message. */
    static final int MAX_SIZE = 65_536;

    private static final String ANY_PORT = "127.0.0.1:0";

    private SmtpServer() {}

    /** Returns a server with an intake of the test. */
    static BundleServer with(MailIntake intake) {
        return configured().providing(MailIntake.class, directory -> intake);
    }

    /** Returns a server with an intake of the test that waits before its greeting. */
    static BundleServer withGreetingWait(MailIntake intake, int seconds) {
        return with(intake).configured("svc.smtp", smtp(seconds));
    }

    /** Returns a server with its own intake. */
    static BundleServer configured() {
        return BundleServer.withMail("svc.tls", "svc.net", "svc.ratelimit", "svc.proto.smtp")
                .configured("svc.server", Map.of("tls.self.signed", true))
                .configured("svc.net", Map.of("max.connections.per.network", 1_000))
                .configured("svc.security", Map.of())
                .configured("svc.mail", Map.of("hostname", "mail.example.org"))
                .configured("svc.smtp", smtp(0))
                .configured("svc.submission", Map.of("listen", ANY_PORT, "tls.listen", ANY_PORT))
                .configured("svc.lmtp", Map.of("listen", ANY_PORT))
                .providing(SignIns.class, AddressSignIns::new);
    }

    private static Map<String, Object> smtp(int greetingWait) {
        return Map.of("listen", ANY_PORT, "greeting.wait", greetingWait, "max.size", Integer.toString(MAX_SIZE));
    }
}
