package svc.proto.pop3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import svc.testkit.Eventually;

/** Tests DELE, and that only QUIT removes messages. */
class RemovalTest extends MaildropFixture {

    @Test
    void removesMessagesAtTheEnd() throws Exception {
        for (int i = 0; i < 120; i++) {
            file(ONE.replace("one", "number " + i));
        }
        try (Pop3Client client = client()) {
            for (int i = 2; i <= 120; i++) {
                client.expect("DELE " + i, "+OK");
            }
            client.expect("DELE 2", "-ERR")
                    .expect("RETR 2", "-ERR")
                    .expect("LIST 2", "-ERR")
                    .expect("UIDL 2", "-ERR");
            assertThat(client.lines("LIST")).hasSize(1);
            assertThat(client.lines("UIDL")).hasSize(1);
            client.expect("STAT", "+OK 1 ");
            assertThat(messages()).isEqualTo(120);
            client.expect("QUIT", "+OK");
        }
        assertThat(messages()).isEqualTo(1);
    }

    @Test
    void aReadOnlyMaintenanceRefusesDeletions() throws Exception {
        file(ONE);
        try (Pop3Client client = client()) {
            SERVER.maintenance().beginReadOnly();
            client.expect("DELE 1", "-ERR [SYS/TEMP] No message is removed. The server is read-only for maintenance")
                    .expect("STAT", "+OK 1 ")
                    .expect("QUIT", "+OK");
        } finally {
            SERVER.maintenance().end();
        }
        assertThat(messages()).isEqualTo(1);
    }

    @Test
    void aReadOnlyMaintenanceKeepsMessagesThatWereMarkedBefore() throws Exception {
        file(ONE);
        try (Pop3Client client = client()) {
            client.expect("DELE 1", "+OK");
            SERVER.maintenance().beginReadOnly();
            client.expect("QUIT", "-ERR [SYS/TEMP] No message is removed.");
        } finally {
            SERVER.maintenance().end();
        }
        assertThat(messages()).isEqualTo(1);
    }

    @Test
    void resetKeepsMessages() throws Exception {
        file(ONE);
        try (Pop3Client client = client()) {
            client.expect("DELE 1", "+OK")
                    .expect("STAT", "+OK 0 0")
                    .expect("RSET", "+OK")
                    .expect("STAT", "+OK 1 ")
                    .expect("QUIT", "+OK");
        }
        assertThat(messages()).isEqualTo(1);
    }

    @Test
    void aConnectionThatEndsWithoutQuitRemovesNothing() throws Exception {
        file(ONE);
        try (Pop3Client client = client()) {
            client.expect("DELE 1", "+OK");
        }
        awaitSignIn();
        assertThat(messages()).isEqualTo(1);
    }

    @Test
    void removesMessagesOnlyFromTheInbox() throws Exception {
        String id = file(ONE);
        String projects = newMailbox("Projects");
        assertThat(call("Email/set", "'update':{'" + id + "':{'mailboxIds/" + projects + "':true}}")
                        .path("updated"))
                .hasSize(1);
        try (Pop3Client client = client()) {
            client.expect("DELE 1", "+OK").expect("QUIT", "+OK");
        }
        assertThat(messages()).isZero();
        assertThat(email(id, "mailboxIds").path("mailboxIds").fieldNames())
                .toIterable()
                .containsExactly(projects);
    }

    @Test
    void endsAnIdleSessionWithoutRemovingMessages() throws Exception {
        file(ONE);
        try (Pop3Client client = client()) {
            SERVER.advance(Duration.ofMinutes(9));
            client.expect("DELE 1", "+OK");
            SERVER.advance(Duration.ofMinutes(10).minusSeconds(1));
            assertThat(client.ended()).isFalse();
            SERVER.advance(Duration.ofSeconds(1));
            assertThat(client.line()).isEqualTo("(end)");
        }
        awaitSignIn();
        assertThat(messages()).isEqualTo(1);
    }

    @Test
    void reportsMessagesThatCannotBeRemoved() throws Exception {
        file(ONE);
        try (Pop3Client client = client()) {
            client.expect("DELE 1", "+OK");
            SERVER.faults().breakAfter(0);
            client.expect("QUIT", "-ERR [SYS/TEMP]");
            assertThat(client.line()).isEqualTo("(end)");
        } finally {
            SERVER.faults().mend();
        }
        awaitSignIn();
        assertThat(messages()).isEqualTo(1);
    }

    /** Waits until the lock of a session without QUIT is released. */
    private void awaitSignIn() throws Exception {
        try (Pop3Client client = Pop3Client.greeted(SERVER)) {
            Eventually.until("unlocked", () -> {
                client.expect("USER " + user.email(), "+OK");
                return client.ask("PASS secret").startsWith("+OK");
            });
        }
    }
}
