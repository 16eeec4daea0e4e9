package svc.proto.pop3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.JmapUser;
import svc.testkit.bundles.LocalUser;
import svc.testkit.bundles.MailCalls;

/** A new user of a server with POP3. Clients of JMAP file and read the messages of the user. */
abstract class MaildropFixture implements MailCalls {

    static final String ONE = "Subject: one\r\n\r\nfirst\r\n";
    static final String TWO = "Subject: two\r\n\r\n.\r\n..dots\r\nlast";

    @RegisterExtension
    static final BundleServer SERVER = Pop3Server.create();

    final LocalUser user = SERVER.newUser();

    @Override
    public final JmapUser who() {
        return user;
    }

    /** Files a message into the inbox; returns its id. */
    final String file(String message) {
        return bring(message.getBytes(ISO_8859_1));
    }

    /** Connects and signs in. */
    final Pop3Client client() throws Exception {
        return Pop3Client.signedIn(SERVER, user.email());
    }

    /** Returns the number of messages in the inbox, as clients of JMAP see it. */
    final int messages() {
        return call("Email/query", "'filter':{'inMailbox':'" + mailbox("inbox") + "'}")
                .path("ids")
                .size();
    }
}
