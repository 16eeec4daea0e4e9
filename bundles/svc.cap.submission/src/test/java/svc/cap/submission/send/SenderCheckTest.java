package svc.cap.submission.send;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.delivery.MailQueue;
import svc.api.delivery.QueuedMessage;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Account;
import svc.api.jmap.SetError;
import svc.api.store.Transaction;
import svc.cap.submission.identity.SendingRights;
import svc.testkit.Covers;
import svc.testkit.InMemoryDirectory;

class SenderCheckTest {

    private static final Account ANN = new Account(1, "o", "ann@x.test", "Ann");
    private static final Account EVE = new Account(2, "o", "eve@x.test", "Eve");
    private static final String REST = "To: eve@x.test^Date: Tue, 1 Apr 2025 10:20:30 +0200^";

    private final SenderCheck check = check();

    private static SenderCheck check() {
        InMemoryDirectory directory = new InMemoryDirectory();
        directory.add(ANN);
        directory.add(EVE);
        MailQueue local = new MailQueue() {
            @Override
            public long enqueue(Transaction tx, QueuedMessage message) {
                throw new AssertionError("nothing is sent here");
            }

            @Override
            public boolean cancel(Transaction tx, long posting) {
                throw new AssertionError("nothing is sent here");
            }

            @Override
            public boolean accepts(String address) {
                return address.endsWith("@x.test");
            }

            @Override
            public Optional<SmtpReply> deferral(Account account) {
                return Optional.empty();
            }
        };
        return new SenderCheck(new SendingRights(directory), local);
    }

    private Envelope checked(String head, @Nullable Map<String, Object> envelope) {
        byte[] bytes = head.replace("^", "\r\n")
                .replace("<cr>", "\r")
                .replace("<lf>", "\n")
                .replace("<nul>", "\0")
                .replace("<tab>", "\t")
                .getBytes(UTF_8);
        return check.envelope(
                ANN,
                ANN,
                "ann@x.test",
                envelope == null ? null : Envelope.of(envelope),
                StrictHeader.read(bytes, false));
    }

    private SetError refused(String head) {
        return catchThrowableOfType(SetError.class, () -> checked(head, null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            From: ann@x.test^                                              | ann@x.test
            from:ann@x.test^                                               | ann@x.test
            From: Ann <ann@x.test>^                                        | ann@x.test
            From: Ann B. Miller <ann@x.test> (at home)^                    | ann@x.test
            From: "Miller, Ann <eve@x.test>" <ann@x.test>^                 | ann@x.test
            From: =?utf-8?Q?J=C3=B6rg?=^ <ann@x.test>^                     | ann@x.test
            From: Jörg Müller^<tab><ann@x.test>^                           | ann@x.test
            From: (a (nested) comment) ann@x.test^                         | ann@x.test
            From: <ann@x.test>^                                            | ann@x.test
            From: Ann <ann@x.test>^Sender: ann@x.test^                     | ann@x.test
            From:^ ann@x.test^                                             | ann@x.test
            From: ann@x.test<lf>Subject: line feeds alone<lf>              | ann@x.test
            From: ann@x.test^Resent-From: ann@x.test^Resent-To: q@x.test^  | ann@x.test
            """)
    void acceptsAValidHeader(String head, String sender) {
        assertThat(checked(head + REST + "^body", null).from().email()).isEqualTo(sender);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            From: ann@x.test eve@x.test^                                   | invalidEmail  | from
            From: ann@x.test, ann@x.test^                                  | invalidEmail  | from
            From: ann@x.test,^                                             | invalidEmail  | from
            From: ann@x.test <eve@x.test>^                                 | invalidEmail  | from
            From: <ann@x.test> <eve@x.test>^                               | invalidEmail  | from
            From: <ann@x.test> eve@x.test^                                 | invalidEmail  | from
            From: Friends: ann@x.test;^                                    | invalidEmail  | from
            From: Friends:;^                                               | invalidEmail  | from
            From: <@relay.test:ann@x.test>^                                | invalidEmail  | from
            From: Ann (not closed <ann@x.test>^                            | invalidEmail  | from
            From: "Ann <ann@x.test>^                                       | invalidEmail  | from
            From: ann @ x.test^                                            | invalidEmail  | from
            From: <ann@x.test^                                             | invalidEmail  | from
            From: Ann^                                                     | invalidEmail  | from
            From:^                                                         | invalidEmail  | from
            From: ann@x.test^From: eve@x.test^                             | invalidEmail  | from
            Subject: no From^                                              | invalidEmail  | from
            From : ann@x.test^                                             | invalidEmail  | headers
            From ann@x.test Tue Apr  1 10:20:30 2025^From: ann@x.test^     | invalidEmail  | headers
            >From ann@x.test Tue Apr  1 10:20:30 2025^From: ann@x.test^    | invalidEmail  | headers
            ` folded first^From: ann@x.test^`                              | invalidEmail  | headers
            <tab>folded first^From: ann@x.test^                            | invalidEmail  | headers
            From: ann@x.test^Subject: a<cr>From: eve@x.test^               | invalidEmail  | headers
            From: ann@x.test<cr>^                                          | invalidEmail  | headers
            <cr>^From: ann@x.test^                                         | invalidEmail  | headers
            From: ann@x.test<nul>^                                         | invalidEmail  | headers
            Fr<nul>om: eve@x.test^From: ann@x.test^                        | invalidEmail  | headers
            From: ann@x.test^Subject: a^<tab> ^ b^                         | invalidEmail  | headers
            From: ann@x.test^no field^                                     | invalidEmail  | headers
            Frоm: eve@x.test^From: ann@x.test^                             | invalidEmail  | headers
            : eve@x.test^From: ann@x.test^                                 | invalidEmail  | headers
            From: ann@x.test^Sender: ann@x.test^Sender: eve@x.test^        | invalidEmail  | sender
            From: ann@x.test^Sender: ann@x.test, eve@x.test^               | invalidEmail  | sender
            From: ann@x.test^Resent-From: a: ann@x.test;^                  | invalidEmail  | header:Resent-From
            From: ann@x.test^To: eve@x.test^                               | invalidEmail  | to
            From: ann@x.test^Date: yesterday^                              | invalidEmail  | sentAt
            From: eve@x.test^                                              | forbiddenFrom |
            From: "ann@x.test" <eve@x.test>^                               | forbiddenFrom |
            From: (ann@x.test) eve@x.test^                                 | forbiddenFrom |
            From: ann@x.test^Sender: eve@x.test^                           | forbiddenFrom |
            From: ann@x.test^Resent-From: eve@x.test^                      | forbiddenFrom |
            From: ann@x.test^Resent-From: ann@x.test^Resent-Sender: eve@x.test^ | forbiddenFrom |
            """)
    @Covers(value = "RFC8621 §7.5", part = "header")
    void rejectsHostileHeaders(String head, String type, @Nullable String property) {
        SetError error = refused(head + REST + "^body");
        assertThat(error).as(head).isNotNull();
        assertThat(error.type()).as(error.getMessage()).isEqualTo(type);
        assertThat(error.members().get("properties")).isEqualTo(property == null ? null : List.of(property));
    }

    @Test
    void rejectsLongLinesLongHeadersAndInvalidUtf8() {
        String from = "From: ann@x.test^" + REST;
        assertThat(refused(from + "X: " + "x".repeat(995) + "^")).isNull();
        assertThat(refused(from + "X: " + "x".repeat(996) + "^").type()).isEqualTo("invalidEmail");
        byte[] latin = "From: ann@x.test\r\nSubject: J\u00f6rg\r\n\r\n".getBytes(ISO_8859_1);
        assertThat(catchThrowableOfType(SetError.class, () -> StrictHeader.read(latin, false))
                        .type())
                .isEqualTo("invalidEmail");
        byte[] open = "From: ann@x.test\r\n".getBytes(UTF_8);
        assertThat(catchThrowableOfType(SetError.class, () -> StrictHeader.read(open, true))
                        .type())
                .isEqualTo("invalidEmail");
    }

    @Test
    void rejectsRecipientsWithoutTransportByName() {
        SetError error = refused("From: ann@x.test^Date: Tue, 1 Apr 2025 10:20:30 +0200^To: a@far.test, eve@x.test^^");
        assertThat(error.type()).isEqualTo("invalidRecipients");
        assertThat(error.members().get("invalidRecipients")).isEqualTo(List.of("a@far.test"));
        assertThat(error.getMessage()).contains("no transport");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "null", textBlock = """
            SIZE      | 12345
            size      | 0
            BODY      | 8bitmime
            BODY      | 7BIT
            SMTPUTF8  | null
            HOLDFOR   | 60
            HOLDUNTIL | 2030-01-31T12:00:00Z
            ret       | Full
            ENVID     | a b+c=d
            """)
    void acceptsValidParameterValues(String name, @Nullable String value) {
        assertThatCode(() -> Envelope.of(envelope("mailFrom", name, value))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "null", textBlock = """
            SIZE         | 1<cr><lf>RCPT TO:<x@y>
            SIZE         | 1<lf>
            SIZE         | null
            SIZE         | -1
            SIZE         | ١٢
            SIZE         | 1<nul>
            SIZE<cr><lf> | 1
            ſIZE         | 1
            BODY         | BINARYMIME
            BODY         | 8BITMIME AUTH=<>
            BODY         | null
            SMTPUTF8     | yes
            SMTPUTF8     | ``
            HOLDFOR      | -1
            HOLDFOR      | 1e3
            HOLDFOR      | ` 1`
            HOLDUNTIL    | 2030-01-31T12:00:00+02:00
            HOLDUNTIL    | tomorrow
            RET          | ALL
            ENVID        | null
            NOTIFY       | NEVER
            AUTH         | <>
            `A B`        | null
            """)
    @Covers(value = "RFC8621 §7", part = "parameters")
    void rejectsInvalidParameterValuesByName(String name, @Nullable String value) {
        String sent = value == null
                ? null
                : value.replace("<cr>", "\r").replace("<lf>", "\n").replace("<nul>", "\0");
        String named = name.replace("<cr>", "\r").replace("<lf>", "\n");
        SetError error = catchThrowableOfType(SetError.class, () -> Envelope.of(envelope("mailFrom", named, sent)));
        assertThat(error).as(name).isNotNull();
        assertThat(error.type()).isEqualTo("invalidProperties");
        assertThat(error.members().get("properties")).isEqualTo(List.of("envelope"));
        assertThat(error.getMessage()).contains(named);
    }

    @Test
    void rejectsRecipientAndDuplicateParameters() {
        assertThat(catchThrowableOfType(
                                SetError.class, () -> Envelope.of(envelope("rcptTo", "NOTIFY", "NEVER\r\nDATA")))
                        .getMessage())
                .contains("NOTIFY");
        Map<String, Object> twice = Map.of(
                "mailFrom",
                Map.of("email", "ann@x.test", "parameters", Map.of("SIZE", "1", "size", "2")),
                "rcptTo",
                List.of());
        assertThat(catchThrowableOfType(SetError.class, () -> Envelope.of(twice))
                        .getMessage())
                .contains("SIZE");
    }

    @Test
    void holdUntilSetsTheSendTime() {
        Instant now = Instant.parse("2030-01-31T11:00:00Z");
        assertThat(Envelope.of(envelope("mailFrom", "HOLDUNTIL", "2030-01-31T12:00:00Z"))
                        .sendTime(now))
                .isEqualTo(Instant.parse("2030-01-31T12:00:00Z"));
    }

    private static Map<String, Object> envelope(String side, String name, @Nullable String value) {
        Map<String, @Nullable Object> parameters = new HashMap<>();
        parameters.put(name, value);
        Map<String, Object> mailbox = Map.of("email", "ann@x.test", "parameters", parameters);
        Map<String, Object> plain = Map.of("email", "ann@x.test");
        return side.equals("mailFrom")
                ? Map.of("mailFrom", mailbox, "rcptTo", List.of(plain))
                : Map.of("mailFrom", plain, "rcptTo", List.of(mailbox));
    }
}
