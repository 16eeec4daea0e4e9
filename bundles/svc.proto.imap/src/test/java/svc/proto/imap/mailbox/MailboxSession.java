package svc.proto.imap.mailbox;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.UidStore;
import svc.proto.imap.account.AccountExecutor;
import svc.proto.imap.command.AccountCommand;
import svc.proto.imap.command.Command;
import svc.proto.imap.command.MailboxCommand;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.MailServices;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.TestAccess;
import svc.proto.imap.state.TestCommands;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** A user who sends commands about mailboxes and the account. */
public final class MailboxSession {

    public final LocalMailUser user;
    public final MailAccess access;
    public final Features features = new Features();
    private final MailboxExecutor mailboxes = new MailboxExecutor(TestCommands.LARGEST);
    private final AccountExecutor account = new AccountExecutor();

    /** Signs a new user in. */
    static MailboxSession ofNewUser(BundleServer server) {
        return new MailboxSession(server, server.newUser().email());
    }

    /** Signs a user in; creates the account if it is missing. */
    public MailboxSession(BundleServer server, String email) {
        user = LocalMailUser.of(server, email);
        access = TestAccess.of(server, user.who().account());
    }

    /** Returns the lines of the response to a command; the last one is the tagged response without its tag. */
    public List<String> send(String line) {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        TestCommands.execute(line, features, octets, this::execute);
        List<String> lines =
                new ArrayList<>(List.of(octets.toString(StandardCharsets.UTF_8).split("\r\n")));
        lines.set(lines.size() - 1, lines.get(lines.size() - 1).substring(2));
        return lines;
    }

    private Reply execute(Command command, ResponseWriter out) throws IOException, RefusedException {
        return command instanceof AccountCommand one
                ? account.execute(access, out, one)
                : mailboxes.execute(access, out, features, (MailboxCommand) command);
    }

    /** Sends a command that must succeed. Returns the untagged responses without the asterisk. */
    public List<String> ok(String line) {
        List<String> lines = send(line);
        String tagged = lines.get(lines.size() - 1);
        assertThat(tagged).as(line).startsWith("OK ");
        return lines.subList(0, lines.size() - 1).stream()
                .map(one -> one.substring(2))
                .toList();
    }

    /** Sends a command. Returns the beginning of the tagged response up to the response code. */
    public String result(String line) {
        List<String> lines = send(line);
        String tagged = lines.get(lines.size() - 1);
        int end = tagged.indexOf(']');
        return end < 0 ? tagged.substring(0, tagged.indexOf(' ')) : tagged.substring(0, end + 1);
    }

    /** Returns the names that LIST returns, as the client sees them. */
    public List<String> names(String pattern) {
        return ok("LIST \"\" " + pattern).stream()
                .map(line -> line.substring(line.indexOf("\"/\" ") + 4).replace("\"", ""))
                .toList();
    }

    /** Files messages into a mailbox of JMAP. */
    public void fill(String mailboxId, int messages) {
        for (int i = 0; i < messages; i++) {
            user.bring(MailCalls.letter("m" + i + mailboxId, "subject " + i, ""), mailboxId, "");
        }
    }

    /** Files copies of the first message of a mailbox into it. */
    public void file(String name, int copies) {
        NamedMailbox mailbox = MailboxNames.read(access).find(name).orElseThrow();
        MailServices services = access.services();
        long n = access.read(snapshot ->
                services.uids().emails(snapshot, mailbox.n(), 1, 1, 1).get(0).n());
        BlobId blob = access.read(snapshot -> requireNonNull(
                        services.uids().messages(snapshot, List.of(n)).get(n))
                .blob());
        try {
            MailStore.ParsedMessage message = services.mail()
                    .read(services.blobs().find(user.who().account(), blob).orElseThrow())
                    .orElseThrow();
            MailStore.NewEmail email = new MailStore.NewEmail(
                    message, Set.of(mailbox.n()), Set.of(), services.clock().now());
            access.write("test", tx -> services.mail().file(tx, Collections.nCopies(copies, email)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the id of a mailbox. */
    public String id(String name) {
        return MailboxNames.read(access).find(name).orElseThrow().id();
    }

    /** Gives messages of a mailbox the flag {@code \\Deleted}. */
    public void delete(String name, long... uids) {
        NamedMailbox mailbox = MailboxNames.read(access).find(name).orElseThrow();
        UidStore store = access.services().uids();
        store.open(mailbox.access().scope(), mailbox.n());
        List<Long> all = Arrays.stream(uids).boxed().toList();
        mailbox.access().write("test", tx -> {
            store.store(tx, mailbox.n(), all, new UidStore.FlagChange(UidStore.FlagMode.ADD, Set.of(), true));
            return all;
        });
    }
}
