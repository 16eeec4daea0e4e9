package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.proto.imap.SessionReplica.Kind;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.ReplayedMailbox.Message;

/** Tests sessions and a client of JMAP that change one account at the same time. */
class ConcurrentChangesTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    @Test
    void sessionsAgreeAfterChangesAtOnce() throws Exception {
        String address = "parallel@one.test";
        LocalMailUser user = SERVER.user(address);
        try (ImapClient client = ImapClient.signedIn(SERVER, address).fill(10)) {
            List<SessionReplica> replicas = new ArrayList<>();
            for (Kind kind : Kind.values()) {
                replicas.add(new SessionReplica(SERVER, address, kind, "INBOX"));
            }
            CompletableFuture<Void> others = CompletableFuture.runAsync(() -> changeByJmap(user));
            for (int i = 0; i < 60; i++) {
                SessionReplica replica = replicas.get(i % replicas.size());
                replica.execute("UID STORE 1:* " + (i % 2 == 0 ? "+" : "-") + "FLAGS (work" + i % 5 + ")");
                replica.synchronize(i % 7 == 0);
            }
            others.join();
            client.ok("SELECT INBOX");
            for (SessionReplica replica : replicas) {
                replica.synchronize(false);
                assertThat(replica.messages().stream().map(Message::toString))
                        .containsExactlyElementsOf(client.messages("UID"));
                replica.close();
            }
        }
    }

    private static void changeByJmap(LocalMailUser user) {
        List<String> ids =
                MailCalls.texts(user.call("Email/query", "'sort':null").path("ids"));
        for (int i = 0; i < 60; i++) {
            String id = ids.get(i % ids.size());
            user.call(
                    "Email/set", "'update':{'" + id + "':{'keywords/$flagged':" + (i % 4 < 2 ? "true" : "null") + "}}");
            if (i % 9 == 8) {
                ids.remove(id);
                user.call("Email/set", "'destroy':['" + id + "']");
                ids.add(user.bring(ImapClient.message("new").split("\r\n")));
            }
        }
    }
}
