package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.operation.OperationException;
import svc.api.operation.OperationGroup;
import svc.proto.imap.ImapOperations.SessionView;
import svc.testkit.Eventually;

/** Tests the operations about sessions with clients that are signed in over sockets. */
class ImapOperationsTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private ImapOperations operations;

    @BeforeEach
    void findTheOperations() {
        operations = SERVER.bundles().service(OperationGroup.class, ImapOperations.class);
    }

    private static ImapClient signedIn(String email) throws IOException {
        SERVER.user(email);
        return ImapClient.signedIn(SERVER, email);
    }

    private static ImapClient signedInWithTls(String email) throws IOException {
        SERVER.user(email);
        ImapClient client = ImapClient.connect(SERVER, "imaps", "127.0.0.1");
        client.tls();
        assertThat(client.response()).startsWith("* OK");
        client.ok("LOGIN " + email + " secret");
        return client;
    }

    @Test
    @SuppressWarnings("try") // the connection only has to be open
    void listsTheSessionsOfAnAccount() throws IOException {
        try (ImapClient plain = signedIn("list@one.test");
                ImapClient tls = signedInWithTls("list@one.test");
                ImapClient other = signedIn("other@one.test");
                ImapClient before = ImapClient.greeted(SERVER)) {
            plain.ok("SELECT INBOX");
            String tag = plain.idle();
            before.ok("NOOP");
            Eventually.until(
                    "the session is idle",
                    () -> operations.sessions("list@one.test").stream().anyMatch(SessionView::idle));
            assertThat(operations.sessions("list@one.test"))
                    .satisfiesExactlyInAnyOrder(
                            idle -> {
                                assertThat(idle.tls()).isEqualTo("none");
                                assertThat(idle.mailbox()).isEqualTo("INBOX");
                                assertThat(idle.client()).isEqualTo("127.0.0.1");
                                assertThat(idle.since()).endsWith("Z");
                            },
                            open -> {
                                assertThat(open.tls()).isEqualTo("TLSv1.3");
                                assertThat(open.mailbox()).isNull();
                                assertThat(open.idle()).isFalse();
                            });
            assertThat(operations.sessions(null)).extracting(SessionView::email).contains("other@one.test");
            plain.send("DONE\r\n");
            assertThat(plain.end(tag)).last().asString().startsWith("OK");
            plain.ok("UNSELECT");
            assertThat(operations.sessions("list@one.test"))
                    .allSatisfy(session -> assertThat(session.mailbox()).isNull());
            other.ok("UNAUTHENTICATE");
            assertThat(operations.sessions("other@one.test")).isEmpty();
        }
    }

    @Test
    void showsTheNewNameOfARenamedMailbox() throws IOException {
        try (ImapClient reader = signedIn("rename@one.test");
                ImapClient other = signedIn("rename@one.test")) {
            other.ok("CREATE Before");
            reader.ok("SELECT Before");
            other.ok("RENAME Before After");
            assertThat(operations.sessions("rename@one.test"))
                    .extracting(SessionView::mailbox)
                    .containsExactlyInAnyOrder("After", null);
        }
    }

    @Test
    void closesTheSessionsOfAnAccount() throws IOException {
        try (ImapClient idle = signedIn("close@one.test");
                ImapClient open = signedInWithTls("close@one.test");
                ImapClient other = signedIn("stays@one.test")) {
            idle.ok("SELECT INBOX");
            idle.idle();
            String id = SERVER.user("close@one.test").who().accountId();
            assertThat(operations.close(id).closed()).isEqualTo(2);
            for (ImapClient closed : new ImapClient[] {idle, open}) {
                assertThat(closed.response()).isEqualTo("* BYE An administrator has closed the connection");
                assertThat(closed.response()).isEqualTo(ImapClient.END);
            }
            Eventually.until(
                    "the sessions are gone",
                    () -> operations.sessions("close@one.test").isEmpty());
            assertThat(operations.close(id).closed()).isZero();
            other.ok("NOOP");
        }
    }

    @Test
    void closesAllSessions() throws IOException {
        try (ImapClient one = signedIn("one@all.test");
                ImapClient two = signedIn("two@all.test");
                ImapClient before = ImapClient.greeted(SERVER)) {
            assertThat(operations.close("all").closed()).isGreaterThanOrEqualTo(2);
            assertThat(one.response()).startsWith("* BYE");
            assertThat(two.response()).startsWith("* BYE");
            before.ok("NOOP");
        }
    }

    @Test
    void rejectsAnUnknownAccount() {
        assertThatThrownBy(() -> operations.close("nobody@one.test")).isInstanceOf(OperationException.class);
        assertThatThrownBy(() -> operations.sessions("a9zzz")).isInstanceOf(OperationException.class);
        assertThatThrownBy(() -> operations.close("ALL")).hasMessageContaining("svc account list");
    }
}
