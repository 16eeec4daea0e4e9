package svc.proto.imap.fetch;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.cap.mail.api.MailStore.NewEmail;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.proto.imap.command.MessageCommand.Fetch;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.MailServices;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.TestAccess;
import svc.proto.imap.state.TestCommands;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalUser;

/** The inbox of a user, with a connection that has selected it. */
final class TestMailbox {

    static final byte[] MESSAGE = octets("From: Ann <ann@far.test>\r\nSubject: plans\r\nMessage-ID: <1@far.test>\r\n"
            + "Date: Tue, 1 Apr 2025 10:20:30 +0200\r\n\r\nDear all\r\n");

    private static final int AT_ONCE = 200;

    final LocalUser user;
    final MailServices services;
    final MailAccess access;
    final long mailbox;
    final Features features = new Features();
    SelectedMailbox selected;

    /** Selects the inbox of a new user. */
    TestMailbox(BundleServer server) {
        user = server.newUser();
        access = TestAccess.of(server, user.account());
        services = access.services();
        Scope scope = access.scope();
        mailbox = access.read(
                snapshot -> services.mail().mailbox(snapshot, "inbox").orElseThrow());
        services.uids().open(scope, mailbox);
        selected = select(false);
    }

    /** Selects the inbox of a new user with copies of {@link #MESSAGE}. */
    static TestMailbox withMessages(BundleServer server, int messages) {
        TestMailbox mailbox = new TestMailbox(server);
        mailbox.file(Collections.nCopies(messages, MESSAGE), Set.of());
        return mailbox;
    }

    static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Selects the mailbox again. */
    SelectedMailbox select(boolean readOnly) {
        selected = TestAccess.select(access, mailbox, readOnly);
        return selected;
    }

    /** Makes the connection use another store, until the mailbox is selected again. */
    void use(Store store) {
        MailServices other = new MailServices(
                store,
                services.directory(),
                services.mail(),
                services.uids(),
                services.annotations(),
                services.jmap(),
                services.json(),
                services.blobs(),
                services.search(),
                services.clock(),
                services.maintenance());
        selected = TestAccess.selected(
                new MailAccess(other, access.caller(), access.account(), access.scope()),
                mailbox,
                selected.isReadOnly(),
                selected.validity(),
                selected.view(),
                selected.modseq());
    }

    /** Files messages and selects the mailbox again. */
    void file(byte[]... messages) {
        file(List.of(messages), Set.of());
    }

    void file(List<byte[]> messages, Set<String> keywords) {
        List<NewEmail> emails = messages.stream()
                .map(message -> new NewEmail(
                        TestAccess.parsed(access, message),
                        Set.of(mailbox),
                        keywords,
                        services.clock().now()))
                .toList();
        for (int from = 0; from < emails.size(); from += AT_ONCE) {
            List<NewEmail> some = emails.subList(from, Math.min(emails.size(), from + AT_ONCE));
            access.write("file", tx -> services.mail().file(tx, some));
        }
        select(selected.isReadOnly());
    }

    List<UidEmail> emails() {
        return access.read(snapshot -> services.uids().emails(snapshot, mailbox, 1, Long.MAX_VALUE, 1_000_000));
    }

    BlobId blob(long uid) {
        return access.read(snapshot -> {
            UidEmail email =
                    services.uids().emails(snapshot, mailbox, List.of(uid)).get(0);
            return requireNonNull(services.uids()
                            .messages(snapshot, List.of(email.n()))
                            .get(email.n()))
                    .blob();
        });
    }

    void change(FlagMode mode, Set<String> keywords, boolean deleted, Long... uids) {
        access.write("store", tx -> {
            services.uids().store(tx, mailbox, Arrays.asList(uids), new FlagChange(mode, keywords, deleted));
            return mode;
        });
    }

    void expunge(Long... uids) {
        change(FlagMode.ADD, Set.of(), true, uids);
        access.write("expunge", tx -> services.uids().expunge(tx, mailbox, Arrays.asList(uids)));
    }

    Map<Long, Long> copy(long target, Long... uids) {
        return access.write("copy", tx -> services.uids().copy(tx, mailbox, Arrays.asList(uids), target));
    }

    /** Returns the responses to a FETCH, with the tagged response, as characters of ISO 8859-1. */
    String fetch(String command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        fetch(command, out);
        return out.toString(StandardCharsets.ISO_8859_1);
    }

    void fetch(String command, OutputStream octets) {
        TestCommands.execute(
                command,
                features,
                octets,
                (parsed, out) -> new FetchExecutor().fetch(selected, out, features, (Fetch) parsed));
    }
}
