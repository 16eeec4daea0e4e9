package svc.proto.imap.search;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import svc.cap.mail.api.MailStore.NewEmail;
import svc.cap.mail.api.MailStore.ParsedMessage;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.proto.imap.command.Command;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.TestAccess;
import svc.proto.imap.state.TestCommands;
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
        return TestAccess.parsed(access, message.getBytes(StandardCharsets.UTF_8));
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
        TestCommands.execute(command, features, written, this::execute);
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

    /** Returns the untagged response to a command that succeeds. */
    String response(String command) {
        List<String> lines = execute(command);
        if (lines.size() != 2 || !lines.get(1).startsWith("a OK ")) {
            throw new AssertionError(command + ": " + lines);
        }
        return lines.get(0);
    }
}
