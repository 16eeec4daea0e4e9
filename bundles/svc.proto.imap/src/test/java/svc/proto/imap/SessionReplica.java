package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import svc.testkit.bundles.ReplayedMailbox;
import svc.testkit.bundles.ReplayedMailbox.Message;

/** A session and what its client knows of the selected mailbox, only from the untagged responses. */
final class SessionReplica {

    /** The interval in which the server reports changes to a client in IDLE. */
    private static final Duration BURST = Duration.ofMillis(250);

    private final ImapServer server;
    private final String user;
    private final Kind kind;
    private final String mailbox;
    private final ReplayedMailbox known = new ReplayedMailbox();
    private ImapClient client;
    private String idle = "";

    /** How a client learns of changes. */
    enum Kind {
        /** It sends NOOP. */
        POLLS,
        /** It waits in IDLE. */
        IDLES,
        /** It connects again and uses QRESYNC. */
        RECONNECTS
    }

    SessionReplica(ImapServer server, String user, Kind kind, String mailbox) throws IOException {
        this.server = server;
        this.user = user;
        this.kind = kind;
        this.mailbox = mailbox;
        this.client = connect();
        command("SELECT " + mailbox);
        resumeIdle();
    }

    private ImapClient connect() throws IOException {
        ImapClient connected = ImapClient.signedIn(server, user);
        if (kind == Kind.RECONNECTS) {
            connected.ok("ENABLE QRESYNC");
        }
        return connected;
    }

    String mailbox() {
        return mailbox;
    }

    List<Message> messages() {
        return known.messages();
    }

    void close() throws IOException {
        client.close();
    }

    /** Sends a command; returns the tagged response. */
    String execute(String command) throws IOException {
        return execute(command, message -> {}, List.of());
    }

    /** Sends a command which changes messages without a response about them; returns the tagged response. */
    String execute(String command, Consumer<Message> change, List<Message> changed) throws IOException {
        endIdle();
        List<String> responses = client.all(command);
        String tagged = responses.get(responses.size() - 1);
        assertThat(tagged).as(command).matches("(OK|NO \\[EXPUNGEISSUED\\]) .*");
        changed.forEach(change);
        apply(responses);
        learn();
        resumeIdle();
        return tagged;
    }

    private void command(String command) throws IOException {
        List<String> responses = client.all(command);
        assertThat(responses.get(responses.size() - 1)).as(command).startsWith("OK ");
        apply(responses);
        learn();
    }

    private void apply(List<String> responses) {
        responses.forEach(known::apply);
    }

    /** Asks for the UIDs and flags of new messages. */
    private void learn() throws IOException {
        int first = known.firstUnknown();
        if (first < messages().size()) {
            apply(client.all("FETCH " + (first + 1) + ":* (UID FLAGS)"));
        }
    }

    /** Ends IDLE until the next command, so that message numbers do not change before it. */
    void endIdle() throws IOException {
        if (!idle.isEmpty()) {
            client.send("DONE\r\n");
            apply(client.end(idle));
            idle = "";
            learn();
        }
    }

    private void resumeIdle() throws IOException {
        if (kind == Kind.IDLES) {
            idle = client.idle();
        }
    }

    /** Learns of all changes. */
    void synchronize(boolean reconnect) throws IOException {
        if (!idle.isEmpty()) {
            server.advance(BURST);
        }
        endIdle();
        if (kind == Kind.RECONNECTS && reconnect) {
            client.close();
            client = connect();
            List<Message> before = List.copyOf(messages());
            String uids = before.isEmpty()
                    ? ""
                    : " 1:" + before.get(before.size() - 1).uid();
            List<String> responses = client.all(
                    "SELECT " + mailbox + " (QRESYNC (" + known.validity() + " " + known.modseq() + uids + "))");
            resynchronize(before, responses);
        } else {
            command("NOOP");
        }
        resumeIdle();
    }

    /** Applies the responses to SELECT with QRESYNC. EXISTS comes before VANISHED, whose messages it does not count. */
    private void resynchronize(List<Message> before, List<String> responses) throws IOException {
        assertThat(responses.get(responses.size() - 1)).startsWith("OK ");
        responses.stream().filter(one -> one.contains("VANISHED")).forEach(known::apply);
        assertThat(before).containsAll(messages());
        responses.stream().filter(one -> !one.contains("VANISHED")).forEach(known::apply);
        learn();
    }
}
