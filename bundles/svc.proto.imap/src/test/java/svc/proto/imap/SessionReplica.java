package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A session and what its client knows of the selected mailbox, only from the untagged responses. */
final class SessionReplica {

    /** The interval in which the server reports changes to a client in IDLE. */
    private static final Duration BURST = Duration.ofMillis(250);

    private static final Pattern NUMBERED = Pattern.compile("\\* (\\d+) (EXISTS|EXPUNGE|FETCH)(?: \\((.*)\\))?");
    private static final Pattern UID = Pattern.compile("UID (\\d+)");
    private static final Pattern FLAGS = Pattern.compile("FLAGS \\(([^)]*)\\)");
    private static final Pattern VANISHED = Pattern.compile("\\* VANISHED (\\(EARLIER\\) )?(.*)");
    private static final Pattern CODE = Pattern.compile("\\[(UIDVALIDITY|HIGHESTMODSEQ) (\\d+)\\]");

    private final ImapServer server;
    private final String user;
    private final Kind kind;
    private final String mailbox;
    final List<Message> messages = new ArrayList<>();
    private ImapClient client;
    private String idle = "";
    private String validity = "";
    private String modseq = "";

    /** How a client learns of changes. */
    enum Kind {
        /** It sends NOOP. */
        POLLS,
        /** It waits in IDLE. */
        IDLES,
        /** It connects again and uses QRESYNC. */
        RECONNECTS
    }

    /** A message; the UID is 0 until the client has asked for it. */
    static final class Message {
        long uid;
        Set<String> flags = new TreeSet<>();

        @Override
        public String toString() {
            return uid + " " + flags;
        }
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
        responses.forEach(this::apply);
    }

    private void apply(String response) {
        Matcher numbered = NUMBERED.matcher(response);
        Matcher vanished = VANISHED.matcher(response);
        Matcher code = CODE.matcher(response);
        if (numbered.matches()) {
            apply(Integer.parseInt(numbered.group(1)), numbered.group(2), numbered.group(3));
        } else if (vanished.matches()) {
            for (String range : vanished.group(2).split(",")) {
                String[] ends = range.split(":");
                long first = Long.parseLong(ends[0]);
                long last = Long.parseLong(ends[ends.length - 1]);
                boolean any = messages.removeIf(message -> message.uid >= first && message.uid <= last);
                assertThat(any || vanished.group(1) != null).as(response).isTrue();
            }
        } else if (code.find()) {
            if (code.group(1).equals("UIDVALIDITY")) {
                validity = code.group(2);
            } else {
                modseq = code.group(2);
            }
        }
    }

    private void apply(int number, String name, String items) {
        if (name.equals("EXISTS")) {
            assertThat(number).as("EXISTS").isGreaterThanOrEqualTo(messages.size());
            while (messages.size() < number) {
                messages.add(new Message());
            }
        } else if (name.equals("EXPUNGE")) {
            messages.remove(number - 1);
        } else {
            Message message = messages.get(number - 1);
            Matcher uid = UID.matcher(items);
            if (uid.find()) {
                long reported = Long.parseLong(uid.group(1));
                assertThat(message.uid == 0 || message.uid == reported)
                        .as(items)
                        .isTrue();
                message.uid = reported;
            }
            Matcher flags = FLAGS.matcher(items);
            if (flags.find()) {
                message.flags = new TreeSet<>(List.of(flags.group(1).split(" ")));
                message.flags.remove("");
            }
        }
    }

    /** Asks for the UIDs and flags of new messages. */
    private void learn() throws IOException {
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).uid == 0) {
                apply(client.all("FETCH " + (i + 1) + ":* (UID FLAGS)"));
                return;
            }
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
            String known = messages.isEmpty() ? "" : " 1:" + messages.get(messages.size() - 1).uid;
            List<Message> before = List.copyOf(messages);
            List<String> responses =
                    client.all("SELECT " + mailbox + " (QRESYNC (" + validity + " " + modseq + known + "))");
            resynchronize(before, responses);
        } else {
            command("NOOP");
        }
        resumeIdle();
    }

    /** Applies the responses to SELECT with QRESYNC. EXISTS comes before VANISHED, whose messages it does not count. */
    private void resynchronize(List<Message> before, List<String> responses) throws IOException {
        assertThat(responses.get(responses.size() - 1)).startsWith("OK ");
        responses.stream().filter(one -> one.contains("VANISHED")).forEach(this::apply);
        assertThat(before).containsAll(messages);
        responses.stream().filter(one -> !one.contains("VANISHED")).forEach(this::apply);
        learn();
    }
}
