package svc.proto.pop3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.blob.BlobId;
import svc.api.engine.ScopeKey;
import svc.api.store.Scope;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.testkit.Eventually;

/** Tests the commands that read the maildrop, and the ends of a session. */
class MaildropTest extends MaildropFixture {

    /** Changes the flags of a message in the inbox. */
    private void mark(long uid) {
        Scope scope = Scope.account(new ScopeKey(), user.account().n());
        SERVER.store().write(scope, tx -> {
            long inbox = SERVER.service(MailStore.class).mailbox(tx, "inbox").orElseThrow();
            SERVER.service(UidStore.class).store(tx, inbox, List.of(uid), new FlagChange(FlagMode.ADD, Set.of(), true));
            return uid;
        });
    }

    @Test
    void anEmptyMaildropHasEmptyLists() throws Exception {
        try (Pop3Client client = client()) {
            client.expect("STAT", "+OK 0 0")
                    .expect("LIST 1", "-ERR")
                    .expect("RETR 1", "-ERR")
                    .expect("NOOP", "+OK");
            assertThat(client.lines("LIST")).isEmpty();
            assertThat(client.lines("UIDL")).isEmpty();
            client.expect("QUIT", "+OK");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void listsMessagesWithTheirSizes() throws Exception {
        file(ONE);
        file(TWO);
        try (Pop3Client client = client()) {
            client.expect("STAT", "+OK 2 " + (ONE.length() + TWO.length()));
            assertThat(client.lines("LIST")).containsExactly("1 " + ONE.length(), "2 " + TWO.length());
            assertThat(client.ask("LIST 2")).isEqualTo("+OK 2 " + TWO.length());
            assertThat(client.ask("list 002")).isEqualTo("+OK 2 " + TWO.length());
            for (String wrong : List.of("0", "3", "-1", "x", "1 2", "99999999999999999999")) {
                client.expect("LIST " + wrong, "-ERR");
            }
        }
    }

    @Test
    void uniqueIdsStay() throws Exception {
        file(ONE);
        file(TWO);
        List<String> before;
        try (Pop3Client client = client()) {
            before = client.lines("UIDL");
            assertThat(before).hasSize(2).allMatch(line -> line.matches("[12] [0-9]+\\.[0-9]+"));
            assertThat(client.ask("UIDL 2")).isEqualTo("+OK " + before.get(1));
            client.expect("DELE 1", "+OK").expect("QUIT", "+OK");
        }
        file(ONE);
        try (Pop3Client client = client()) {
            assertThat(client.lines("UIDL"))
                    .hasSize(2)
                    .startsWith(before.get(1).replaceFirst("2", "1"))
                    .doesNotContain(before.get(0), before.get(0).replaceFirst("1", "2"));
        }
    }

    @Test
    void sendsMessagesWithoutMarkingThemAsSeen() throws Exception {
        String id = file(ONE);
        file(TWO);
        try (Pop3Client client = client()) {
            assertThat(client.octets("RETR 1")).isEqualTo(ONE);
            assertThat(client.octets("RETR 2")).isEqualTo("Subject: two\r\n\r\n..\r\n...dots\r\nlast\r\n");
            client.expect("QUIT", "+OK");
        }
        assertThat(email(id, "keywords").path("keywords")).isEmpty();
        assertThat(messages()).isEqualTo(2);
    }

    @Test
    void sendsTheBeginningOfAMessage() throws Exception {
        file(TWO);
        try (Pop3Client client = client()) {
            assertThat(client.octets("TOP 1 0")).isEqualTo("Subject: two\r\n\r\n");
            assertThat(client.octets("TOP 1 1")).isEqualTo("Subject: two\r\n\r\n..\r\n");
            String all = client.octets("RETR 1");
            for (String lines : List.of("3", "4", "99999999", "999999999999999999999")) {
                assertThat(client.octets("TOP 1 " + lines)).isEqualTo(all);
            }
            for (String wrong : List.of("1", "1 -1", "1 0 1", "1 x", "2 0", "")) {
                client.expect("TOP " + wrong, "-ERR");
            }
        }
    }

    @Test
    void sendsALargeMessage() throws Exception {
        String line = ".".repeat(70) + "\r\n";
        file("Subject: large\r\n\r\n" + line.repeat(5_000));
        try (Pop3Client client = client()) {
            client.expect("RETR 1", "+OK");
            assertThat(client.rest()).hasSize(5_002).last().isEqualTo(".".repeat(71));
            assertThat(client.lines("TOP 1 2000")).hasSize(2_002);
        }
    }

    @Test
    void keepsTheMessagesOfTheSignIn() throws Exception {
        String id = file(ONE);
        file(TWO);
        try (Pop3Client client = client()) {
            file("Subject: later\r\n\r\n");
            call("Email/set", "'destroy':['" + id + "']");
            client.expect("STAT", "+OK 2 ").expect("RETR 1", "-ERR The message was removed by another client");
            client.expect("TOP 1 0", "-ERR").expect("RETR 3", "-ERR");
            assertThat(client.octets("RETR 2")).contains("last");
            client.expect("DELE 1", "+OK").expect("DELE 2", "+OK").expect("QUIT", "+OK");
        }
        try (Pop3Client client = client()) {
            assertThat(client.octets("RETR 1")).isEqualTo("Subject: later\r\n\r\n");
            client.expect("STAT", "+OK 1 ");
        }
    }

    @Test
    void doesNotShowMessagesWithTheFlagDeleted() throws Exception {
        file(ONE);
        file(TWO);
        try (Pop3Client client = client()) {
            client.expect("QUIT", "+OK");
        }
        mark(1);
        try (Pop3Client client = client()) {
            assertThat(client.lines("LIST")).containsExactly("1 " + TWO.length());
            assertThat(client.octets("RETR 1")).startsWith("Subject: two");
        }
    }

    @Test
    void answersPipelinedCommandsInTheirOrder() throws Exception {
        file(ONE);
        try (Pop3Client client = Pop3Client.greeted(SERVER)) {
            client.send("USER " + user.email() + "\r\nPASS secret\r\nSTAT\r\nUIDL 1\r\nRETR 1\r\nDELE 1\r\nQUIT\r\n");
            assertThat(client.line()).startsWith("+OK Send");
            assertThat(client.line()).startsWith("+OK The maildrop has 1 messages");
            assertThat(client.line()).startsWith("+OK 1 ");
            assertThat(client.line()).startsWith("+OK 1 ");
            assertThat(client.line()).startsWith("+OK " + ONE.length() + " octets");
            assertThat(client.rest()).hasSize(3);
            assertThat(client.line()).startsWith("+OK The message is marked");
            assertThat(client.line()).startsWith("+OK");
            assertThat(client.line()).isEqualTo("(end)");
        }
        assertThat(messages()).isZero();
    }

    @Test
    void refusesAMessageThatCannotBeRead() throws Exception {
        String id = file(ONE.replace("one", "damaged"));
        BlobId blob = BlobId.parse(email(id, "blobId").path("blobId").asText()).orElseThrow();
        SERVER.blobs().damage(user.account().organization(), blob);
        try (Pop3Client client = client()) {
            client.expect("RETR 1", "-ERR [SYS/PERM]").expect("STAT", "+OK 1 ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"CAPA x", "STAT 1", "RSET 1", "NOOP 1", "QUIT now", "DELE", "DELE 1 2", "RETR", "UIDL x", ""})
    void refusesInvalidArguments(String command) throws Exception {
        file(ONE);
        try (Pop3Client client = client()) {
            client.expect(command, "-ERR").expect("STAT", "+OK 1 ");
        }
    }

    @Test
    void endsALineThatArrivesTooSlowly() throws Exception {
        try (Pop3Client client = client()) {
            client.send("ST");
            SERVER.advance(Duration.ofSeconds(59));
            assertThat(client.ended()).isFalse();
            Eventually.until("closed", () -> {
                SERVER.advance(Duration.ofSeconds(1));
                return client.ended();
            });
        }
    }

    @Test
    void endsTheSessionWhenTheSignInEnds() throws Exception {
        file(ONE);
        try (Pop3Client client = client()) {
            SERVER.directory().sendAway(user.account());
            client.expect("STAT", "-ERR [AUTH] The sign-in has ended");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }
}
