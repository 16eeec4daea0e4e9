package svc.proto.imap.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.proto.imap.reading.Commands.octets;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.proto.imap.command.AppendMessage;
import svc.proto.imap.command.AppendMessage.Form;
import svc.proto.imap.command.MailboxCommand;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.command.SessionCommand;
import svc.proto.imap.name.MessageFlags;

/** Tests how lines, literals and messages become commands, and the limits of them. */
final class CommandReaderTest {

    private static final int KIB = 1_024;

    private final CommandReader reader = Commands.reader();

    @Test
    void readsACommandInOneLine() {
        assertThat(reader.line(octets("a1 noop\r\n")))
                .isEqualTo(new Step.Complete("a1", "NOOP", new SessionCommand.Noop()));
        assertThat(reader.line(octets("a2 NOOP \n")))
                .as("a line that ends with LF, and a space at the end")
                .isEqualTo(new Step.Complete("a2", "NOOP", new SessionCommand.Noop()));
        assertThat(reader.isInsideCommand()).isFalse();
    }

    @Test
    void asksForLiterals() {
        assertThat(reader.line(octets("a LOGIN {3}\r\n"))).isEqualTo(new Step.Literal(3, true));
        assertThat(reader.isInsideCommand()).isTrue();
        assertThat(reader.literal(octets("ann"))).isInstanceOf(Step.Line.class);
        assertThat(reader.line(octets(" {4+}\r\n"))).isEqualTo(new Step.Literal(4, false));
        assertThat(reader.literal(octets("\"\r\n "))).isInstanceOf(Step.Line.class);
        assertThat(reader.line(octets("\r\n")))
                .isEqualTo(new Step.Complete("a", "LOGIN", new SessionCommand.Login("ann", "\"\r\n ")));
    }

    @Test
    void readsAnEmptyLiteral() {
        assertThat(Commands.command("LOGIN {0+}\r\n {0}\r\n")).isEqualTo(new SessionCommand.Login("", ""));
    }

    @Test
    void doesNotTakeTheOctetsOfALiteralForALineEnd() {
        assertThat(Commands.read("a LOGIN {8}\r\nx {3+}\r\n y"))
                .isEqualTo(new Step.Complete("a", "LOGIN", new SessionCommand.Login("x {3+}\r\n", "y")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a LOGIN {3x}", "a LOGIN {}", "a LOGIN {-1}", "a LOGIN {+}", "a LOGIN 3}", "a LOGIN {3 }"})
    void rejectsALineWhoseEndOnlyLooksLikeALiteral(String line) {
        assertThat(reader.line(octets(line + "\r\n"))).isInstanceOf(Step.Failed.class);
    }

    @Test
    void namesTheTagOfACommandThatIsNotValid() {
        assertThat(reader.line(octets("a7 FROB x\r\n"))).isInstanceOfSatisfying(Step.Failed.class, failed -> {
            assertThat(failed.tag()).contains("a7");
            assertThat(failed.reason()).hasMessage("unknown command FROB at column 4");
        });
        assertThat(reader.line(octets("\r\n")))
                .isInstanceOfSatisfying(
                        Step.Failed.class, failed -> assertThat(failed.tag()).isEmpty());
        assertThat(reader.line(octets("+x NOOP\r\n")))
                .isInstanceOfSatisfying(
                        Step.Failed.class, failed -> assertThat(failed.tag()).isEmpty());
    }

    @Test
    void streamsTheMessageOfAppend() {
        assertThat(reader.line(octets("a APPEND Sent (\\Seen $Forwarded) \"17-Jul-1996 02:44:25 -0700\" {310}\r\n")))
                .isInstanceOfSatisfying(Step.Message.class, message -> {
                    assertThat(message.mailbox()).isEqualTo("Sent");
                    assertThat(message.tag()).isEqualTo("a");
                    assertThat(message.message().size()).isEqualTo(310);
                    assertThat(message.message().flags().keywords()).containsOnly("$seen", "$forwarded");
                    assertThat(message.message().date()).hasToString("Optional[1996-07-17T02:44:25-07:00]");
                    assertThat(message.synchronizing()).isTrue();
                });
        assertThat(reader.streamed()).isInstanceOf(Step.Line.class);
        assertThat(reader.line(octets("\r\n")))
                .isInstanceOfSatisfying(
                        Step.Complete.class,
                        complete -> assertThat(((MailboxCommand.Append) complete.command()).messages())
                                .hasSize(1));
        assertThat(reader.isInsideCommand()).isFalse();
    }

    @Test
    void streamsSeveralMessagesOfOneAppend() {
        AppendMessage first = new AppendMessage(MessageFlags.NONE, Optional.empty(), 5, Form.LITERAL);
        AppendMessage second = new AppendMessage(MessageFlags.NONE, Optional.empty(), 7, Form.BINARY);
        AppendMessage third = new AppendMessage(MessageFlags.NONE, Optional.empty(), 3, Form.UTF8);
        assertThat(reader.line(octets("a append {5+}\r\n"))).isEqualTo(new Step.Literal(5, false));
        reader.literal(octets("inbox"));
        assertThat(reader.line(octets(" {5}\r\n"))).isEqualTo(new Step.Message("a", "APPEND", "INBOX", 0, first, true));
        reader.streamed();
        assertThat(reader.line(octets(" () ~{7+}\r\n")))
                .isEqualTo(new Step.Message("a", "APPEND", "INBOX", 1, second, false));
        reader.streamed();
        assertThat(reader.line(octets(" UTF8 (~{3}\r\n")))
                .isEqualTo(new Step.Message("a", "APPEND", "INBOX", 2, third, true));
        reader.streamed();
        assertThat(reader.line(octets(")\r\n")))
                .isEqualTo(new Step.Complete(
                        "a", "APPEND", new MailboxCommand.Append("INBOX", List.of(first, second, third))));
    }

    @Test
    void readsReplace() {
        assertThat(Commands.command("UID REPLACE 17 Drafts (\\Draft) {5}\r\nhello"))
                .isInstanceOfSatisfying(MessageCommand.Replace.class, replace -> {
                    assertThat(replace.uid()).isTrue();
                    assertThat(replace.message()).hasValue(17);
                    assertThat(replace.mailbox()).isEqualTo("Drafts");
                    assertThat(replace.replacement().flags().keywords()).containsOnly("$draft");
                });
        assertThat(Commands.command("REPLACE * {5+}\r\nDraft {1}\r\nx"))
                .isInstanceOfSatisfying(
                        MessageCommand.Replace.class,
                        replace -> assertThat(replace.message()).isEmpty());
        assertThat(Commands.error("REPLACE 1 Drafts {1}\r\nx {1}\r\nx")).contains("the end of the command");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "APPEND Sent",
                "APPEND Sent \"x\"",
                "APPEND Sent {1}\r\nx)",
                "APPEND Sent UTF8 (~{1}\r\nx",
                "APPEND Sent UTF8 ({1}\r\nx)",
                "APPEND Sent {1}\r\nx \\Seen",
                "APPEND Sent (\\Recent) {1}\r\nx",
                "APPEND Sent \"99-Jul-2026 02:44:25 -0700\" {1}\r\nx",
                "APPEND {4}\r\nSent",
                "APPEND"
            })
    void rejectsAppendThatIsNotValid(String command) {
        assertThat(Commands.read("a " + command))
                .isInstanceOfSatisfying(
                        Step.Failed.class, failed -> assertThat(failed.tag()).contains("a"));
    }

    @Test
    void endsARefusedAppendAtOnceIfTheClientWaits() {
        reader.line(octets("a APPEND Sent {310}\r\n"));
        assertThat(reader.refuse()).isEqualTo(new Step.Refused("a"));
        assertThat(reader.line(octets("b NOOP\r\n"))).isInstanceOf(Step.Complete.class);
    }

    @Test
    void dropsTheMessagesOfARefusedAppendIfTheClientDoesNotWait() {
        reader.line(octets("a APPEND Sent {2000000+}\r\n"));
        assertThat(reader.refuse()).isEqualTo(new Step.Skip(2_000_000));
        assertThat(reader.skipped()).isInstanceOf(Step.Line.class);
        assertThat(reader.line(octets(" {7+}\r\n"))).isEqualTo(new Step.Skip(7));
        assertThat(reader.skipped()).isInstanceOf(Step.Line.class);
        assertThat(reader.line(octets("\r\n"))).isEqualTo(new Step.Refused("a"));
    }

    @Test
    void endsTheConnectionForAMessageAboveTheLimitThatIsOnItsWay() {
        reader.line(octets("a APPEND Sent {50000001+}\r\n"));
        assertThat(reader.refuse()).isInstanceOf(Step.Bye.class);
    }

    @Test
    void limitsLiteralsBeforeTheSignIn() {
        CommandReader early = new CommandReader(Limits.beforeSignIn());
        assertThat(early.lineLimit()).isEqualTo(8 * KIB);
        assertThat(early.line(octets("a LOGIN ann {1024}\r\n"))).isEqualTo(new Step.Literal(KIB, true));
        early.literal(new byte[KIB]);
        assertThat(early.line(octets(" {1}\r\n"))).as("together too long").isInstanceOf(Step.Failed.class);
        assertThat(early.line(octets("b LOGIN ann {1025}\r\n"))).isInstanceOf(Step.Failed.class);
        assertThat(early.line(octets("c LOGIN ann {1025+}\r\n"))).isEqualTo(new Step.Skip(1_025));
        early.skipped();
        assertThat(early.line(octets("\r\n")))
                .isInstanceOfSatisfying(
                        Step.Failed.class, failed -> assertThat(failed.tag()).contains("c"));
    }

    @Test
    void limitsLiteralsAfterTheSignIn() {
        assertThat(reader.line(octets("a SEARCH TEXT {1048576}\r\n"))).isEqualTo(new Step.Literal(1 << 20, true));
        reader.literal(new byte[1 << 20]);
        assertThat(reader.line(octets(" TEXT {1}\r\n"))).isInstanceOf(Step.Failed.class);
        assertThat(reader.line(octets("b SEARCH TEXT {1048577+}\r\n"))).isInstanceOf(Step.Bye.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999999999999999", "9223372036854775807", "1073741824", "4294967296"})
    void doesNotTakeAPromiseOfManyOctets(String size) {
        assertThat(reader.line(octets("a LOGIN {" + size + "}\r\n"))).isInstanceOf(Step.Failed.class);
        assertThat(reader.line(octets("a LOGIN {" + size + "+}\r\n"))).isInstanceOf(Step.Bye.class);
    }

    @Test
    void limitsTheLinesOfACommandTogether() {
        int line = 100 * KIB;
        reader.line(octets("a LOGIN " + "x".repeat(line - 15) + " {0+}\r\n"));
        reader.literal(new byte[0]);
        assertThat(reader.lineLimit()).isEqualTo(156 * KIB);
        reader.line(octets(" ".repeat(156 * KIB - 6) + "{0+}\r\n"));
        assertThat(reader.literal(new byte[0])).isInstanceOf(Step.Bye.class);
    }
}
