package svc.proto.imap.search;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.identity.Account;
import svc.cap.mail.api.MailStore.NewEmail;
import svc.cap.mail.api.MailStore.ParsedMessage;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.proto.imap.command.Command;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.reading.CommandReader;
import svc.proto.imap.reading.Limits;
import svc.proto.imap.reading.Step;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.TestAccess;
import svc.testkit.bundles.BundleServer;

/** The inbox of an account, with messages from the real parser, in which commands are executed as text. */
final class SearchedMailbox {

    final Features features = new Features();
    final MailAccess access;
    final long mailbox;
    private final SearchExecutor executor = new SearchExecutor();
    private SelectedMailbox selected;

    SearchedMailbox(BundleServer server, String address) {
        access = TestAccess.of(server, server.user(address).account());
        mailbox = access.read(
                snapshot -> access.services().mail().mailbox(snapshot, "inbox").orElseThrow());
        selected = select();
    }

    /** Selects the mailbox again: the client learns of all messages. */
    SelectedMailbox select() {
        selected = TestAccess.select(access, mailbox, false);
        return selected;
    }

    UidStore uids() {
        return access.services().uids();
    }

    /** Stores and parses a message. */
    ParsedMessage parsed(String message) {
        Account account = access.account().account();
        AccountBlobs blobs = access.services().blobs();
        try (BlobWriter blob = blobs.newBlob(account)) {
            try (OutputStream out = blob.out()) {
                out.write(message.getBytes(StandardCharsets.UTF_8));
            }
            BlobId id = blobs.keep(account, blob);
            return access.services()
                    .mail()
                    .read(blobs.find(account, id).orElseThrow())
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Files a message. */
    void add(String message, Instant received, String... keywords) {
        ParsedMessage parsed = parsed(message);
        access.write(
                "file",
                tx -> access.services()
                        .mail()
                        .file(tx, List.of(new NewEmail(parsed, Set.of(mailbox), Set.of(keywords), received))));
    }

    /** Sets the flag {@code \Deleted}. */
    void delete(Long... deleted) {
        access.write("delete", tx -> {
            uids().store(tx, mailbox, List.of(deleted), new FlagChange(FlagMode.ADD, Set.of(), true));
            return tx;
        });
    }

    /** Executes a command in the mailbox as it was selected. Returns the untagged responses and the tagged one. */
    List<String> execute(String command) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ResponseWriter out = new ResponseWriter(written);
        try {
            Reply reply;
            try {
                reply = execute(parse(command), out);
            } catch (RefusedException e) {
                reply = e.reply();
            }
            out.tagged("a", reply.status(), reply.code().orElse(null), reply.text());
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ArrayList<>(List.of(written.toString(StandardCharsets.UTF_8).split("\r\n")));
    }

    private Reply execute(Command command, ResponseWriter out) throws IOException, RefusedException {
        if (command instanceof MessageCommand.Sort sort) {
            return executor.sort(selected, out, features, "a", sort);
        } else if (command instanceof MessageCommand.Thread thread) {
            return executor.thread(selected, out, features, thread);
        }
        return executor.search(selected, out, features, "a", (MessageCommand.Search) command);
    }

    private static Command parse(String text) {
        Step step =
                new CommandReader(Limits.afterSignIn(1)).line(("a " + text + "\r\n").getBytes(StandardCharsets.UTF_8));
        if (step instanceof Step.Complete complete) {
            return complete.command();
        }
        throw new AssertionError(text + ": " + step);
    }

    /** Returns the untagged response to a command that succeeds. */
    String response(String command) {
        List<String> lines = execute(command);
        if (lines.size() != 2 || !lines.get(1).startsWith("a OK ")) {
            throw new AssertionError(command + ": " + lines);
        }
        return lines.get(0);
    }
}
