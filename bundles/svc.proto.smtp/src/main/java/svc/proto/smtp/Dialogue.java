package svc.proto.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.Arrival;
import svc.api.delivery.MailTrace.RefusedMail;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Caller;
import svc.api.net.connection.Connection;
import svc.api.net.connection.Session.Next;
import svc.api.net.connection.Session.Park;

/** The state of one connection, and the replies to its client. Not thread-safe. */
final class Dialogue {

    /** The longest wait for a command (RFC 5321 §4.5.3.2.7). */
    static final Duration COMMAND_TIME = Duration.ofMinutes(5);

    /** A reply has at most 512 octets (RFC 5321 §4.5.3.1.5). */
    private static final int LONGEST_TEXT = 480;

    private final Front front;
    private final Connection connection;
    private final Stage commands;
    private Stage stage;
    private String helo = "";
    private boolean extended;
    private Optional<Caller> caller = Optional.empty();
    private @Nullable MailTransaction transaction;
    private int transactions;
    private boolean inTransaction;
    private @Nullable RefusedException recorded;
    private String recordedId = "";

    /** What the server does with the next input. */
    interface Stage {

        /** Handles input. */
        Next input() throws IOException, RefusedException;

        /** Handles the end of the wait for input. */
        default Next expired() throws IOException, RefusedException {
            throw Refusal.IDLE.with();
        }
    }

    Dialogue(Front front, Connection connection) {
        this.front = front;
        this.connection = connection;
        this.commands = new CommandStage(this);
        this.stage = commands;
    }

    Front front() {
        return front;
    }

    Connection connection() {
        return connection;
    }

    Stage stage() {
        return stage;
    }

    /** Sets what the server does with the next input. */
    void enter(Stage next) {
        stage = next;
    }

    /** Returns to the commands. */
    Park awaitCommand() {
        stage = commands;
        inTransaction = transaction != null;
        return Park.forLine(longestCommand(), COMMAND_TIME, COMMAND_TIME);
    }

    /** Returns the maximum length of the next command. */
    int longestCommand() {
        boolean signIn = front.signIns().isPresent() && caller.isEmpty();
        return signIn ? CommandLine.LONGEST_SIGN_IN : CommandLine.LONGEST_WITH_PARAMETERS;
    }

    /** Forgets what the client said, at its greeting and after STARTTLS. */
    void restart(String name, boolean isExtended) {
        reset();
        helo = name;
        extended = isExtended;
    }

    /** Returns whether the client has said EHLO, HELO or LHLO. */
    boolean greeted() {
        return !helo.isEmpty();
    }

    Optional<Caller> caller() {
        return caller;
    }

    void signedIn(Caller by) {
        caller = Optional.of(by);
    }

    /** Refuses a client whose sign-in has ended. */
    void checkSignIn() throws RefusedException {
        if (caller.isPresent() && !front.signedIn().isActive(connection)) {
            throw Refusal.SIGNED_OUT.with();
        }
    }

    Optional<MailTransaction> transaction() {
        return Optional.ofNullable(transaction);
    }

    /** Gives the next mail transaction its number, before MAIL is accepted. */
    void beginTransaction() {
        transactions++;
        inTransaction = true;
    }

    void begin(MailTransaction begun) {
        transaction = begun;
    }

    /** Returns the id in the trace: that of the connection, with the number of the mail transaction. */
    private String traceId() {
        return inTransaction ? connection.id() + "-" + transactions : connection.id();
    }

    /**
     * Records a refusal for operators; further calls with the same refusal have no effect. Call it before the mail
     * transaction ends.
     *
     * @return the id that the reply contains
     */
    String record(RefusedException refused) {
        if (refused == recorded) {
            return recordedId;
        }
        recorded = refused;
        recordedId = traceId();
        MailTransaction open = transaction;
        if (open != null) {
            record(open, refused);
        } else if (refused.refusal() != Refusal.IDLE) {
            record(arrival(false), refused.address(), List.of(), 0, refused.reply());
        }
        return recordedId;
    }

    private void record(MailTransaction open, RefusedException refused) {
        Content content = open.content();
        List<String> recipients =
                refused.address().map(List::of).orElse(content == null ? List.of() : open.addresses());
        record(
                arrival(open.parameters().smtpUtf8()),
                Optional.of(open.sender()),
                recipients,
                content == null ? 0 : content.size(),
                refused.reply());
    }

    private void record(Arrival arrival, Optional<String> sender, List<String> recipients, long size, SmtpReply reply) {
        front.trace().refused(new RefusedMail(arrival, caller.map(Caller::account), sender, recipients, size, reply));
    }

    /** Ends the transaction. */
    void reset() {
        if (transaction != null) {
            transaction.close();
            transaction = null;
        }
    }

    /** Returns how the message arrives, with the protocol of RFC 3848 and RFC 6531 §4.3. */
    Arrival arrival(boolean smtpUtf8) {
        String protocol = front.role() == Role.LMTP ? "LMTP" : extended ? "ESMTP" : "SMTP";
        String prefix = smtpUtf8 ? "UTF8" + protocol.replaceFirst("^E", "") : protocol;
        return new Arrival(
                connection.peer().getAddress(),
                helo,
                prefix + (connection.tls().isPresent() ? "S" : "") + (caller.isPresent() ? "A" : ""),
                connection.tls().map(tls -> tls.version() + " " + tls.cipher()),
                front.clock().now(),
                connection.listener(),
                traceId());
    }

    /** Sends a reply. */
    void reply(int code, String enhancedCode, String text) throws IOException {
        send(line(new SmtpReply(code, enhancedCode, text)));
    }

    /** Sends the replies to a message, of which LMTP has several, with the id of the mail transaction. */
    void reply(List<SmtpReply> replies) throws IOException {
        reply(replies, traceId());
    }

    /** Sends replies to one command with an id of the trace. */
    void reply(List<SmtpReply> replies, String trace) throws IOException {
        StringBuilder lines = new StringBuilder();
        replies.forEach(reply -> lines.append(line(reply, trace)));
        send(lines.toString());
    }

    /** Sends a reply of several lines. */
    void replyLines(int code, List<String> lines) throws IOException {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            all.append(code)
                    .append(i < lines.size() - 1 ? '-' : ' ')
                    .append(lines.get(i))
                    .append("\r\n");
        }
        send(all.toString());
    }

    /** Returns a reply with its line end. */
    static String line(SmtpReply reply) {
        return text(reply) + "\r\n";
    }

    /** Returns a reply with an id of the trace and its line end. */
    static String line(SmtpReply reply, String trace) {
        return text(reply) + " (" + trace + ")\r\n";
    }

    private static String text(SmtpReply reply) {
        String text = reply.toString();
        return text.substring(0, Math.min(text.length(), LONGEST_TEXT));
    }

    private void send(String text) throws IOException {
        connection.out().write(text.getBytes(UTF_8));
    }

    /** Returns the text for the log: the protocol and the id. */
    @Override
    public String toString() {
        return front.role().protocol().toUpperCase(Locale.ROOT) + " " + connection.id();
    }
}
