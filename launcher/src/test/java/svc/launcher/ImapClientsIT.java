package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.mail.FetchProfile;
import jakarta.mail.Flags;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.Session;
import jakarta.mail.event.MessageCountAdapter;
import jakarta.mail.event.MessageCountEvent;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.search.AndTerm;
import jakarta.mail.search.FlagTerm;
import jakarta.mail.search.SubjectTerm;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.angus.mail.imap.IMAPFolder;
import org.eclipse.angus.mail.imap.IMAPStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Eventually;
import svc.testkit.bundles.MailCalls;

/** Clients of IMAP by other authors use accounts of a whole server, while JMAP changes the same accounts. */
final class ImapClientsIT extends ImapAndPopServer {

    @ParameterizedTest
    @EnumSource(names = {"MBSYNC", "OFFLINEIMAP"})
    void maildirIsSynchronizedBothWays(UnpackedClient client) throws Exception {
        ImapAccount ann = account("ann@" + client + ".clients.test");
        List<String> ids = new ArrayList<>();
        for (String subject : List.of("one", "two", "three", "four", "five")) {
            ids.add(ann.bring(subject));
        }
        String lists = ann.newMailbox("Gr\u00fc\u00dfe & Listen");
        Path folder = home.resolve(client.name());
        Path mail = folder.resolve("mail");
        boolean mbsync = client == UnpackedClient.MBSYNC;
        String file = ann.configuration(mbsync ? "mbsyncrc" : "offlineimaprc", port("imap"), folder)
                .toString();
        Files.createDirectories(mail);
        Files.createDirectories(folder.resolve("state"));
        String[] words = mbsync ? new String[] {"-c", file, "-a"} : new String[] {"-c", file, "-o"};
        client.run(folder, words);
        assertThat(MailboxContents.of(mail)).isEqualTo(ann.contents());
        assertThat(ann.contents().mailboxes()).containsKey("Gr&APwA3w-e &- Listen");

        ann.mark(ids.get(0), "$flagged");
        ann.destroy(ids.get(1));
        ann.move(ids.get(2), lists);
        ann.bring("by JMAP");
        flag(mail.resolve("INBOX"), "four", "RS");
        Files.delete(MailboxContents.file(mail.resolve("INBOX"), "five"));
        for (String part : List.of("cur", "new", "tmp")) {
            Files.createDirectories(mail.resolve("Near/" + part));
        }
        Files.writeString(mail.resolve("Near/cur/1.near:2,FS"), "Subject: near\nFrom: ann@one.test\n\nby the client\n");
        client.run(folder, words);
        client.run(folder, words);
        assertThat(ann.subjects("INBOX")).containsExactly(" by JMAP", "F one", "RS four");
        assertThat(ann.subjects("Gr&APwA3w-e &- Listen")).containsExactly(" three");
        assertThat(ann.subjects("Near")).containsExactly("FS near");
        assertThat(MailboxContents.of(mail)).isEqualTo(ann.contents());

        String state = ann.state();
        client.run(folder, words);
        assertThat(ann.state()).isEqualTo(state);
        assertThat(MailboxContents.of(mail)).isEqualTo(ann.contents());
    }

    /** Gives other flags to a message in Maildir format. */
    private static void flag(Path folder, String subject, String flags) throws Exception {
        Path file = MailboxContents.file(folder, subject);
        String name = file.getFileName().toString().replaceFirst(":2,.*", "");
        Files.move(file, folder.resolve("cur").resolve(name + ":2," + flags));
    }

    @Test
    void interimapCopiesAnAccountAndItsChanges() throws Exception {
        ImapAccount ann = account("ann@interimap.clients.test");
        ImapAccount bob = account("bob@interimap.clients.test");
        ann.newMailbox("Gr\u00fc\u00dfe");
        String one = ann.bring("one");
        String two = ann.bring("two");
        bob.bring("by bob");
        Path folder = home.resolve("interimap");
        String file = ann.configuration(
                        "interimap.conf", port("imap"), folder, "OTHER", bob.email(), "SECRET", bob.password())
                .toString();
        UnpackedClient.INTERIMAP.run(folder, "--config", file);
        assertThat(bob.contents()).isEqualTo(ann.contents());
        assertThat(ann.subjects("INBOX")).containsExactly(" by bob", " one", " two");

        ann.mark(one, "$answered");
        ann.destroy(two);
        bob.bring("again");
        UnpackedClient.INTERIMAP.run(folder, "--config", file);
        assertThat(bob.contents()).isEqualTo(ann.contents());
        assertThat(ann.subjects("INBOX")).containsExactly(" again", " by bob", "R one");

        String states = ann.state() + bob.state();
        UnpackedClient.INTERIMAP.run(folder, "--config", file);
        assertThat(ann.state() + bob.state()).isEqualTo(states);
    }

    @Test
    void interimapIsNotifiedOfChangesInAllMailboxes() throws Exception {
        ImapAccount ann = account("ann@notify.clients.test");
        ImapAccount bob = account("bob@notify.clients.test");
        Path folder = home.resolve("notify");
        String file = ann.configuration(
                        "interimap.conf", port("imap"), folder, "OTHER", bob.email(), "SECRET", bob.password())
                .toString();
        UnpackedClient.INTERIMAP.run(folder, "--config", file);
        // Without notifications the client would look for changes after an hour.
        Process watching = UnpackedClient.INTERIMAP.start(folder, "--config", file, "--watch=3600", "--notify");
        try {
            String one = ann.bring("one");
            Eventually.until("copied", () -> bob.subjects("INBOX").equals(List.of(" one")));
            ann.mark(one, "$flagged");
            bob.bring("two");
            List<String> all = List.of(" two", "F one");
            Eventually.until(
                    "copied both ways",
                    () -> ann.subjects("INBOX").equals(all)
                            && bob.subjects("INBOX").equals(all));
        } finally {
            watching.destroy();
            assertThat(watching.waitFor(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void neomuttReadsFlagsAndDeletes() throws Exception {
        ImapAccount ann = account("ann@neomutt.clients.test");
        Path folder = home.resolve("neomutt");
        Files.createDirectories(folder.resolve("headers"));
        Files.createDirectories(folder.resolve("bodies"));
        ann.bring("one");
        ann.bring("two");
        neomutt(ann, folder, "<first-entry><flag-message><next-entry><delete-message><sync-mailbox><quit>");
        assertThat(ann.subjects("INBOX")).containsExactly("F one");
        assertThat(ann.subjects("Trash")).containsExactly(" two");

        ann.bring("three");
        neomutt(ann, folder, "<last-entry><display-message><exit><sync-mailbox><quit>");
        assertThat(ann.subjects("INBOX")).containsExactly("F one", "S three");
    }

    private static void neomutt(ImapAccount account, Path folder, String keys) throws Exception {
        String file = account.configuration("neomuttrc", port("imap"), folder, "KEYS", keys)
                .toString();
        UnpackedClient.NEOMUTT.run(folder, "-n", "-F", file);
    }

    @Test
    void imapflowUsesAnAccount() throws Exception {
        ImapAccount ann = account("ann@imapflow.clients.test");
        for (String subject : List.of("one", "two", "three")) {
            ann.bring(subject);
        }
        JsonNode received = NodeClient.run(
                "imap.mjs",
                DroppedExtension.object()
                        .put("port", port("imap"))
                        .put("user", ann.email())
                        .put("pass", ann.password()));
        assertThat(received.path("list").findValuesAsText("specialUse")).contains("\\Inbox", "\\Sent", "\\Trash");
        assertThat(received.path("fetched").findValuesAsText("subject")).containsExactly("one", "two", "three");
        assertThat(received.path("fetched").findValuesAsText("from")).containsOnly("J\u00fcrgen");
        assertThat(received.path("source").asText()).isEqualTo(new String(MailCalls.letter("one", "one", ""), UTF_8));
        assertThat(received.path("body").asText()).isEqualToIgnoringNewLines("Dear Ann, this is one.");
        assertThat(received.path("found")).hasToString("[" + received.at("/fetched/1/uid") + "]");
        assertThat(received.path("appended").path("uid").asLong()).isPositive();
        assertThat(received.at("/status/messages").asInt()).isEqualTo(2);
        assertThat(received.at("/reported/count").asInt()).isEqualTo(3);
        assertThat(MailCalls.texts(received.path("subjects"))).containsExactly("one", "Gr\u00fc\u00dfe", "while idle");
        assertThat(ann.subjects("INBOX")).hasSize(3).contains(" while idle", "F one");
        assertThat(ann.subjects("&ANw-ber/drunter")).containsExactly(" two", "F one");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void angusMailUsesAnAccount(boolean compressed) throws Exception {
        ImapAccount ann = account("ann@angus" + compressed + ".clients.test");
        for (String subject : List.of("one", "two", "three")) {
            ann.bring(subject);
        }
        Properties properties = new Properties();
        properties.put("mail.imap.compress.enable", Boolean.toString(compressed));
        Session session = Session.getInstance(properties);
        try (IMAPStore store = (IMAPStore) session.getStore("imap")) {
            store.connect("127.0.0.1", port("imap"), ann.email(), ann.password());
            IMAPFolder other = (IMAPFolder) store.getFolder("Gr\u00fc\u00dfe/angus");
            assertThat(other.create(Folder.HOLDS_MESSAGES)).isTrue();
            IMAPFolder inbox = (IMAPFolder) store.getFolder("INBOX");
            inbox.open(Folder.READ_WRITE);
            readsAndChanges(session, inbox, other);
            assertThat(ann.subjects("INBOX")).containsExactly("F one", "S appended");
            assertThat(ann.subjects("Gr&APwA3w-e/angus")).containsExactly(" two", "F one");
            waitsForMessages(ann, inbox);
            assertThat(inbox.getMessage(inbox.getMessageCount()).getSubject()).isEqualTo("while idle");
            inbox.close(true);
        }
    }

    private static void readsAndChanges(Session session, IMAPFolder inbox, IMAPFolder other) throws Exception {
        FetchProfile profile = new FetchProfile();
        profile.add(FetchProfile.Item.ENVELOPE);
        profile.add(FetchProfile.Item.CONTENT_INFO);
        profile.add(FetchProfile.Item.FLAGS);
        Message[] messages = inbox.getMessages();
        inbox.fetch(messages, profile);
        assertThat(messages).extracting(Message::getSubject).containsExactly("one", "two", "three");
        assertThat(messages[0].getContent()).isEqualTo("Dear Ann, this is one.\r\n");
        messages[0].setFlag(Flags.Flag.SEEN, false); // reading has set it
        messages[0].setFlag(Flags.Flag.FLAGGED, true);
        assertThat(inbox.search(new AndTerm(new SubjectTerm("o"), new FlagTerm(new Flags(Flags.Flag.FLAGGED), true))))
                .containsExactly(messages[0]);
        String text = "Subject: appended\r\n\r\nby angus\r\n";
        MimeMessage appended = new MimeMessage(session, new ByteArrayInputStream(text.getBytes(UTF_8)));
        appended.setFlag(Flags.Flag.SEEN, true);
        inbox.appendMessages(new Message[] {appended});
        inbox.copyMessages(new Message[] {messages[0]}, other);
        inbox.moveMessages(new Message[] {messages[1]}, other);
        messages[2].setFlag(Flags.Flag.DELETED, true);
        inbox.expunge();
    }

    private static void waitsForMessages(ImapAccount account, IMAPFolder inbox) throws Exception {
        CompletableFuture<Integer> added = new CompletableFuture<>();
        inbox.addMessageCountListener(new MessageCountAdapter() {
            @Override
            public void messagesAdded(MessageCountEvent event) {
                added.complete(event.getMessages().length);
            }
        });
        CompletableFuture<Void> idle = CompletableFuture.runAsync(() -> {
            try {
                inbox.idle(true);
            } catch (jakarta.mail.MessagingException e) {
                throw new IllegalStateException(e);
            }
        });
        account.bring("while idle");
        assertThat(added.get(30, TimeUnit.SECONDS)).isEqualTo(1);
        idle.get(30, TimeUnit.SECONDS);
    }

    @Test
    void curlListsReadsSearchesAndAppends() throws Exception {
        ImapAccount ann = account("ann@curl.clients.test");
        ann.bring("one");
        ann.bring("two");
        assertThat(curl(ann, "/")).contains("\"/\" INBOX");
        assertThat(curl(ann, "/INBOX;MAILINDEX=1")).isEqualTo(new String(MailCalls.letter("one", "one", ""), UTF_8));
        assertThat(curl(ann, "/INBOX?SUBJECT%20two")).isEqualToIgnoringNewLines("* SEARCH 2");
        Path message = Files.writeString(home.resolve("curl.eml"), "Subject: by curl\r\n\r\n.dot\r\n");
        curl(ann, "/", "-X", "CREATE \"by curl\"");
        curl(ann, "/by%20curl", "-T", message.toString());
        curl(ann, "/INBOX", "-X", "STORE 2 +FLAGS \\Deleted");
        curl(ann, "/INBOX", "-X", "EXPUNGE");
        assertThat(ann.subjects("INBOX")).containsExactly("S one");
        assertThat(ann.subjects("by curl")).containsExactly("S by curl");
    }

    private static String curl(ImapAccount account, String path, String... more) throws Exception {
        return account.curl(home, "imap://127.0.0.1:" + port("imap") + path, more);
    }

    @Test
    void fetchmailTakesUnreadMessagesOnce() throws Exception {
        ImapAccount ann = account("ann@fetchmail.clients.test");
        ann.mark(ann.bring("read"), "$seen");
        ann.bring("one");
        ann.bring("two");
        Path folder = home.resolve("fetchmail");
        String file = ann.configuration("fetchmailrc", port("imap"), folder, "PROTOCOL", "imap")
                .toString();
        UnpackedClient.FETCHMAIL.run(
                folder, "-f", file, "--pidfile", folder.resolve("pid").toString());
        assertThat(UnpackedClient.fetched(folder)).containsExactly("one", "two");
        assertThat(ann.subjects("INBOX")).containsExactly("S read");
        UnpackedClient.FETCHMAIL.run(
                1, folder, "-f", file, "--pidfile", folder.resolve("pid").toString());
        assertThat(UnpackedClient.fetched(folder)).containsExactly("one", "two");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void getmailTakesEachMessageOnce(boolean delete) throws Exception {
        getmailTakesEachMessageOnce("imap", delete);
    }
}
