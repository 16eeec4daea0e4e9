package svc.proto.imap.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.proto.imap.reading.Commands.command;
import static svc.proto.imap.reading.Commands.error;
import static svc.proto.imap.reading.Commands.octets;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.proto.imap.command.AccountCommand;
import svc.proto.imap.command.AccountCommand.Depth;
import svc.proto.imap.command.AccountCommand.RightsChange;
import svc.proto.imap.command.MailboxCommand;
import svc.proto.imap.command.MailboxCommand.ListReturn;
import svc.proto.imap.command.MailboxCommand.ListSelection;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.command.MessageCommand.StoreMode;
import svc.proto.imap.command.Notify;
import svc.proto.imap.command.Notify.MailboxFilter;
import svc.proto.imap.command.Notify.NotifyEvent;
import svc.proto.imap.command.SessionCommand;
import svc.proto.imap.command.StatusItem;
import svc.proto.imap.name.MessageFlags;

/** Tests the syntax of each command but SEARCH and FETCH. */
final class CommandParserTest {

    @ParameterizedTest
    @CsvSource({
        "CAPABILITY, Capability", "NOOP, Noop", "LOGOUT, Logout", "STARTTLS, StartTls", "IDLE, Idle",
        "UNAUTHENTICATE, Unauthenticate", "CHECK, Check", "CLOSE, Close", "UNSELECT, Unselect", "NAMESPACE, Namespace"
    })
    void readsCommandsWithoutArguments(String name, String type) {
        assertThat(command(name).getClass().getSimpleName()).isEqualTo(type);
        assertThat(error(name + " x")).isEqualTo("expected the end of the command at column " + (name.length() + 4));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT",
                "SELECT ",
                "SELECT  INBOX",
                "SELECT INBOX x",
                "SELECT (",
                "SELECT \"a",
                "SELECT \"a\\b\"",
                "SELECT INBOX (",
                "SELECT INBOX ()",
                "SELECT INBOX (FOO)",
                "SELECT INBOX (QRESYNC (0 1))",
                "SELECT INBOX (QRESYNC (1 9223372036854775808))",
                "SELECT INBOX (QRESYNC (1 1 1:*))",
                "SELECT INBOX (QRESYNC (1 1 (1:2 1)))",
                "SELECT &AGE-",
                "SELECT INBOX (CONDSTORE",
                "UID NOOP",
                "UID",
                "DONE",
                "LOGIN a",
                "LOGIN a b c",
                "ENABLE",
                "COMPRESS",
                "AUTHENTICATE",
                "AUTHENTICATE PLAIN a b",
                "ID",
                "ID (a b)",
                "ID (\"a\")",
                "ID (\"a\" \"b\"",
                "RENAME a",
                "CREATE a (USE)",
                "CREATE a (USE (Sent))",
                "LIST \"\"",
                "LIST (FOO) \"\" *",
                "LIST (RECURSIVEMATCH) \"\" *",
                "LIST \"\" * RETURN",
                "LIST \"\" * RETURN (FOO)",
                "LIST \"\" * RETURN (STATUS)",
                "LIST \"\" ()",
                "LSUB \"\"",
                "STATUS a",
                "STATUS a ()",
                "STATUS a (FOO)",
                "FETCH",
                "FETCH 1",
                "FETCH 0 FLAGS",
                "FETCH 1,,2 FLAGS",
                "FETCH 4294967296 FLAGS",
                "FETCH 1: FLAGS",
                "FETCH 1 ()",
                "FETCH 1 (FLAGS",
                "FETCH 1 FOO",
                "FETCH 1 BODY[",
                "FETCH 1 BODY[0]",
                "FETCH 1 BODY[1.]",
                "FETCH 1 BODY[MIME]",
                "FETCH 1 BODY[FOO]",
                "FETCH 1 BODY[HEADER.FIELDS]",
                "FETCH 1 BODY[HEADER.FIELDS ()]",
                "FETCH 1 BODY[HEADER.FIELDS (a:b)]",
                "FETCH 1 BODY[]<1>",
                "FETCH 1 BODY[]<1.0>",
                "FETCH 1 BODY[]<-1.5>",
                "FETCH 1 BINARY[HEADER]",
                "FETCH 1 BODY.PEEK",
                "FETCH 1 BINARY.SIZE",
                "FETCH 1 FLAGS (FOO)",
                "FETCH 1 FLAGS (CHANGEDSINCE)",
                "FETCH 1 FLAGS (CHANGEDSINCE 1 VANISHED)",
                "UID FETCH 1 FLAGS (VANISHED)",
                "UID FETCH 1 FLAGS (PARTIAL 1:-2)",
                "UID FETCH 1 FLAGS (PARTIAL 1)",
                "STORE 1 FLAG \\Seen",
                "STORE 1 FLAGS",
                "STORE 1 FLAGS \\Recent",
                "STORE 1 FLAGS \\Foo",
                "STORE 1 FLAGS ([label)",
                "STORE 1 (UNCHANGEDSINCE -1) FLAGS ()",
                "STORE 1 *FLAGS ()",
                "COPY 1",
                "COPY $$ a",
                "MOVE a b",
                "EXPUNGE 1",
                "UID EXPUNGE",
                "SORT (FOO) UTF-8 ALL",
                "SORT () UTF-8 ALL",
                "SORT (DATE) UTF-8",
                "SORT (REVERSE) UTF-8 ALL",
                "THREAD FOO UTF-8 ALL",
                "THREAD REFERENCES UTF-8",
                "GETQUOTA",
                "SETQUOTA \"\" (STORAGE)",
                "SETQUOTA \"\" (STORAGE 9223372036854775808)",
                "SETACL a b R",
                "SETACL a b",
                "GETMETADATA a",
                "GETMETADATA a comment",
                "GETMETADATA (DEPTH 2) a /shared/x",
                "GETMETADATA a /shared/*",
                "FETCH 1 (FLAGS  )",
                "SETMETADATA a (/shared/x)",
                "SETMETADATA a ()",
                "NOTIFY",
                "NOTIFY SET",
                "NOTIFY SET (foo NONE)",
                "NOTIFY SET (inboxes (MessageNew))",
                "NOTIFY SET (inboxes (FlagChange))",
                "NOTIFY SET (selected (MailboxName))",
                "NOTIFY SET (inboxes (MessageNew (UID) MessageExpunge))",
                "NOTIFY SET (subtree NONE)",
                "NOTIFY NONE x"
            })
    void rejectsInvalidSyntax(String text) {
        assertThat(error(text)).matches("(expected|unknown) .+ at column [0-9]+");
    }

    @Test
    void readsId() {
        assertThat(command("ID NIL")).isEqualTo(new SessionCommand.Id(Map.of()));
        assertThat(command("ID (\"Name\" \"mutt\" \"os\" NIL)"))
                .isEqualTo(new SessionCommand.Id(Map.of("name", "mutt")));
        assertThat(error("ID (" + "\"a\" NIL ".repeat(31).strip() + ")")).contains("at most 30");
    }

    @Test
    void readsSignIns() {
        assertThat(command("LOGIN ann \"p\\\"w\\\\\"")).isEqualTo(new SessionCommand.Login("ann", "p\"w\\"));
        assertThat(command("LOGIN ann]x pw").toString()).doesNotContain("pw");
        assertThat(command("authenticate plain AGEAYg=="))
                .isEqualTo(new SessionCommand.Authenticate("PLAIN", Optional.of("AGEAYg==")));
        assertThat(command("AUTHENTICATE OAUTHBEARER ="))
                .isEqualTo(new SessionCommand.Authenticate("OAUTHBEARER", Optional.of("=")));
        assertThat(command("AUTHENTICATE PLAIN")).isEqualTo(new SessionCommand.Authenticate("PLAIN", Optional.empty()));
        assertThat(command("ENABLE qresync UTF8=ACCEPT"))
                .isEqualTo(new SessionCommand.Enable(List.of("QRESYNC", "UTF8=ACCEPT")));
        assertThat(command("COMPRESS deflate")).isEqualTo(new SessionCommand.Compress("DEFLATE"));
        assertThat(SessionCommand.Idle.isDone(octets("done\r\n"))).isTrue();
        assertThat(SessionCommand.Idle.isDone(octets("a NOOP\r\n"))).isFalse();
    }

    @Test
    void readsSelect() {
        assertThat(command("SELECT inbox"))
                .isEqualTo(new MailboxCommand.Select("INBOX", false, false, Optional.empty()));
        assertThat(command("EXAMINE \"a b\" (CONDSTORE)"))
                .isEqualTo(new MailboxCommand.Select("a b", true, true, Optional.empty()));
        assertThat(((MailboxCommand.Select)
                                command("SELECT x (QRESYNC (67890007 20050715194045000 41,43:211 (1,7 41,50)))"))
                        .resync())
                .hasValueSatisfying(resync -> {
                    assertThat(resync.uidValidity()).isEqualTo(67_890_007);
                    assertThat(resync.modSeq()).isEqualTo(20_050_715_194_045_000L);
                    assertThat(resync.knownUids()).hasToString("Optional[41,43:211]");
                    assertThat(resync.match().orElseThrow().uids()).hasToString("41,50");
                });
        assertThat(command("SELECT x (CONDSTORE QRESYNC (1 9223372036854775807))"))
                .isInstanceOf(MailboxCommand.Select.class);
        assertThat(command("SELECT x (QRESYNC (1 2 (1:2 5:6)))")).isInstanceOf(MailboxCommand.Select.class);
    }

    @Test
    void decodesMailboxNames() {
        assertThat(command("DELETE &ZeVnLIqe-/x")).isEqualTo(new MailboxCommand.Delete("日本語/x"));
        assertThat(command("SUBSCRIBE Inbox/a")).isEqualTo(new MailboxCommand.Subscribe("INBOX/a"));
        assertThat(command("UNSUBSCRIBE \"a&-b\"")).isEqualTo(new MailboxCommand.Unsubscribe("a&b"));
        CommandReader reader = Commands.reader();
        reader.utf8(true);
        assertThat(Commands.read(reader, octets("a DELETE \"caf\u00c3\u00a9&\"\r\n")))
                .isEqualTo(new Step.Complete("a", "DELETE", new MailboxCommand.Delete("café&")));
        assertThat(error("DELETE \"caf\u00c3\u00a9\""))
                .isEqualTo("expected a mailbox name in modified UTF-7 at column 10");
    }

    @Test
    void readsCommandsAboutMailboxes() {
        assertThat(command("CREATE a/")).isEqualTo(new MailboxCommand.Create("a/", List.of()));
        assertThat(command("CREATE a (USE (\\Drafts \\Sent))"))
                .isEqualTo(new MailboxCommand.Create("a", List.of("\\Drafts", "\\Sent")));
        assertThat(command("RENAME a \"b\"")).isEqualTo(new MailboxCommand.Rename("a", "b"));
        assertThat(command("LSUB \"\" %/*")).isEqualTo(new MailboxCommand.Lsub("", "%/*"));
        assertThat(command("STATUS a (MESSAGES uidnext deleted-storage HIGHESTMODSEQ MAILBOXID SIZE)"))
                .isEqualTo(new MailboxCommand.Status(
                        "a",
                        Set.of(
                                StatusItem.MESSAGES,
                                StatusItem.UIDNEXT,
                                StatusItem.DELETED_STORAGE,
                                StatusItem.HIGHESTMODSEQ,
                                StatusItem.MAILBOXID,
                                StatusItem.SIZE)));
    }

    @Test
    void readsList() {
        assertThat(command("LIST \"\" *"))
                .isEqualTo(new MailboxCommand.ListMailboxes("", List.of("*"), false, Set.of(), Set.of(), Set.of()));
        assertThat(command("LIST (SUBSCRIBED RECURSIVEMATCH SPECIAL-USE) a (\"%\" b*) RETURN (CHILDREN MYRIGHTS STATUS"
                        + " (MESSAGES UNSEEN) SPECIAL-USE SUBSCRIBED)"))
                .isEqualTo(new MailboxCommand.ListMailboxes(
                        "a",
                        List.of("%", "b*"),
                        true,
                        Set.of(ListSelection.SUBSCRIBED, ListSelection.RECURSIVEMATCH, ListSelection.SPECIAL_USE),
                        Set.of(ListReturn.values()),
                        Set.of(StatusItem.MESSAGES, StatusItem.UNSEEN)));
        assertThat(command("LIST () \"\" \"\" RETURN ()"))
                .isEqualTo(new MailboxCommand.ListMailboxes("", List.of(""), true, Set.of(), Set.of(), Set.of()));
    }

    @Test
    void readsStoreCopyAndExpunge() {
        MessageCommand.Store store =
                (MessageCommand.Store) command("UID STORE $ (UNCHANGEDSINCE 0) +FLAGS.SILENT (\\Deleted $Junk)");
        assertThat(store.unchangedSince()).isEqualTo(OptionalLong.of(0));
        assertThat(store.mode()).isEqualTo(StoreMode.ADD);
        assertThat(store.silent()).isTrue();
        assertThat(store.flags()).isEqualTo(new MessageFlags(Set.of("$junk"), true));
        assertThat(store.messages().isSaved()).isTrue();
        assertThat(((MessageCommand.Store) command("STORE 1 FLAGS \\Seen \\Answered")).flags())
                .isEqualTo(new MessageFlags(Set.of("$seen", "$answered"), false));
        assertThat(((MessageCommand.Store) command("STORE 1 -FLAGS ()")).mode()).isEqualTo(StoreMode.REMOVE);
        assertThat(((MessageCommand.Copy) command("UID MOVE 1:2 Trash")).move()).isTrue();
        assertThat(((MessageCommand.Copy) command("COPY 1:2 Trash")).mailbox()).isEqualTo("Trash");
        assertThat(command("EXPUNGE")).isEqualTo(new MessageCommand.Expunge(Optional.empty()));
        assertThat(((MessageCommand.Expunge) command("UID EXPUNGE 3:4")).uids()).hasToString("Optional[3:4]");
    }

    @Test
    void readsQuotaRightsAndMetadata() {
        assertThat(command("GETQUOTA \"\"")).isEqualTo(new AccountCommand.GetQuota(""));
        assertThat(command("GETQUOTAROOT inbox")).isEqualTo(new AccountCommand.GetQuotaRoot("INBOX"));
        assertThat(command("SETQUOTA x (storage 512 MESSAGE 9223372036854775807)"))
                .isEqualTo(new AccountCommand.SetQuota("x", Map.of("STORAGE", 512L, "MESSAGE", Long.MAX_VALUE)));
        assertThat(command("SETACL a bob +rw"))
                .isEqualTo(new AccountCommand.SetAcl("a", "bob", RightsChange.ADD, "rw"));
        assertThat(command("SETACL a -bob \"\""))
                .isEqualTo(new AccountCommand.SetAcl("a", "-bob", RightsChange.REPLACE, ""));
        assertThat(command("LISTRIGHTS a bob")).isEqualTo(new AccountCommand.ListRights("a", "bob"));
        assertThat(command("GETMETADATA (MAXSIZE 1024 DEPTH infinity) a (/Shared/comment /private/x)"))
                .isEqualTo(new AccountCommand.GetMetadata(
                        "a", List.of("/shared/comment", "/private/x"), OptionalLong.of(1_024), Depth.INFINITY));
        assertThat(command("GETMETADATA \"\" (DEPTH 1) /shared/comment"))
                .isEqualTo(new AccountCommand.GetMetadata(
                        "", List.of("/shared/comment"), OptionalLong.empty(), Depth.ONE));
        assertThat(((AccountCommand.SetMetadata) command("SETMETADATA a (/private/x NIL /private/y ~{2}\r\n\0a)"))
                        .values())
                .satisfies(values -> {
                    assertThat(values.get(0).value()).isNull();
                    assertThat(values.get(1).value()).containsExactly(0, 'a');
                });
    }

    @Test
    void toleratesWhatTheExamplesOfTheRfcsHave() {
        assertThat(((MessageCommand.Fetch) command("UID FETCH 1 (UID FLAGS ) (PARTIAL -1:-30)")).items())
                .hasSize(2);
        assertThat(((AccountCommand.GetMetadata) command("GETMETADATA INBOX /private/comment /shared/comment"))
                        .entries())
                .containsExactly("/private/comment", "/shared/comment");
        assertThat(((Notify) command("NOTIFY SET (selected MessageNew (UID) MessageExpunge) (inboxes NONE)")).groups())
                .hasSize(2);
    }

    @Test
    void readsNotify() {
        assertThat(command("NOTIFY NONE")).isEqualTo(new Notify(false, List.of()));
        Notify notify = (Notify) command("NOTIFY SET STATUS (selected-delayed (MessageNew (UID BODY.PEEK[HEADER])"
                + " MessageExpunge FlagChange)) (subtree (a b) (MessageNew MessageExpunge Other)) (mailboxes c NONE)");
        assertThat(notify.status()).isTrue();
        assertThat(notify.groups()).hasSize(3);
        assertThat(notify.groups().get(0).filter()).isEqualTo(MailboxFilter.SELECTED_DELAYED);
        assertThat(notify.groups().get(0).fetch().orElseThrow()).hasSize(2);
        assertThat(notify.groups().get(1).mailboxes()).containsExactly("a", "b");
        assertThat(notify.groups().get(1).events()).containsOnly(NotifyEvent.MESSAGENEW, NotifyEvent.MESSAGEEXPUNGE);
        assertThat(notify.groups().get(1).unknown()).containsExactly("Other");
        assertThat(notify.groups().get(2).events()).isEmpty();
    }
}
