package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.Caller;
import svc.api.identity.Caller.CredentialKind;
import svc.api.identity.Directory;
import svc.api.identity.SignIns;
import svc.api.net.connection.OpenListeners;
import svc.api.operation.OperationException;
import svc.api.operation.OperationGroup;
import svc.api.store.StateBus;
import svc.proto.imap.ImapOperations.SessionView;
import svc.testkit.Eventually;
import svc.testkit.LineClient;
import svc.testkit.bundles.BundleServer;

/** Tests the operations about sessions with clients that are signed in over sockets. */
class ImapOperationsTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage(
                    "svc.tls", "svc.net", "svc.ratelimit", "svc.proto.imap")
            .configured("svc.server", Map.of("tls.self.signed", true))
            .configured("svc.net", Map.of())
            .configured("svc.security", Map.of())
            .configured("svc.imap", Map.of("listen", "127.0.0.1:0", "tls.listen", "127.0.0.1:0"))
            .providing(StateBus.class, directory -> listener -> () -> {})
            .providing(SignIns.class, AnyPassword::new);

    private ImapOperations operations;

    /** Accepts each password. */
    private record AnyPassword(Directory directory) implements SignIns {

        @Override
        public Outcome password(Client client, String login, String secret) {
            return directory.resolve(login) instanceof LocalAccount local
                    ? new SignedIn(new Caller(local.account(), "device", CredentialKind.APP_PASSWORD, "127.0.0.1"))
                    : new Refused(Reason.INVALID_CREDENTIALS);
        }

        @Override
        public Outcome token(Client client, String token) {
            return new Refused(Reason.INVALID_CREDENTIALS);
        }
    }

    @BeforeEach
    void findTheOperations() {
        operations = SERVER.service(OperationGroup.class, ImapOperations.class);
    }

    private static LineClient connected(String listener) throws IOException {
        int port = SERVER.services(OpenListeners.class).stream()
                .flatMap(open -> open.listeners().stream())
                .filter(open -> open.name().equals(listener))
                .findFirst()
                .orElseThrow()
                .address()
                .port();
        LineClient client = LineClient.connect(port);
        if (listener.equals("imaps")) {
            client.tls();
        }
        assertThat(client.line()).startsWith("* OK");
        return client;
    }

    private static LineClient signedIn(String listener, String email) throws IOException {
        SERVER.user(email);
        LineClient client = connected(listener);
        ask(client, "a LOGIN " + email + " secret", "a OK");
        return client;
    }

    private static void ask(LineClient client, String command, String last) throws IOException {
        client.send(command + "\r\n");
        String line = client.line();
        while (!line.startsWith(last)) {
            assertThat(line).startsWith("* ");
            line = client.line();
        }
    }

    @Test
    @SuppressWarnings("try") // the connection only has to be open
    void listsTheSessionsOfAnAccount() throws IOException {
        try (LineClient plain = signedIn("imap", "list@one.test");
                LineClient tls = signedIn("imaps", "list@one.test");
                LineClient other = signedIn("imap", "other@one.test");
                LineClient before = connected("imap")) {
            ask(plain, "b SELECT INBOX", "b OK");
            ask(plain, "c IDLE", "+ ");
            ask(before, "b NOOP", "b OK");
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
            ask(plain, "DONE", "c OK");
            ask(plain, "d UNSELECT", "d OK");
            assertThat(operations.sessions("list@one.test"))
                    .allSatisfy(session -> assertThat(session.mailbox()).isNull());
            ask(other, "b UNAUTHENTICATE", "b OK");
            assertThat(operations.sessions("other@one.test")).isEmpty();
        }
    }

    @Test
    void closesTheSessionsOfAnAccount() throws IOException {
        try (LineClient idle = signedIn("imap", "close@one.test");
                LineClient open = signedIn("imaps", "close@one.test");
                LineClient other = signedIn("imap", "stays@one.test")) {
            ask(idle, "b SELECT INBOX", "b OK");
            ask(idle, "c IDLE", "+ ");
            String id = SERVER.user("close@one.test").accountId();
            assertThat(operations.close(id).closed()).isEqualTo(2);
            for (LineClient closed : new LineClient[] {idle, open}) {
                assertThat(closed.line()).isEqualTo("* BYE An administrator has closed the connection");
                assertThat(closed.line()).isEqualTo("(end)");
            }
            Eventually.until(
                    "the sessions are gone",
                    () -> operations.sessions("close@one.test").isEmpty());
            assertThat(operations.close(id).closed()).isZero();
            ask(other, "b NOOP", "b OK");
        }
    }

    @Test
    void closesAllSessions() throws IOException {
        try (LineClient one = signedIn("imap", "one@all.test");
                LineClient two = signedIn("imap", "two@all.test");
                LineClient before = connected("imap")) {
            assertThat(operations.close("all").closed()).isGreaterThanOrEqualTo(2);
            assertThat(one.line()).startsWith("* BYE");
            assertThat(two.line()).startsWith("* BYE");
            ask(before, "b NOOP", "b OK");
        }
    }

    @Test
    void rejectsAnUnknownAccount() {
        assertThatThrownBy(() -> operations.close("nobody@one.test")).isInstanceOf(OperationException.class);
        assertThatThrownBy(() -> operations.sessions("a9zzz")).isInstanceOf(OperationException.class);
        assertThatThrownBy(() -> operations.close("ALL")).hasMessageContaining("svc account list");
    }
}
