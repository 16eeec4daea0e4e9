package svc.proto.imap;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import svc.api.net.connection.Connection;
import svc.proto.imap.change.AppendUpload;
import svc.proto.imap.reading.CommandReader;
import svc.proto.imap.reading.Step;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;

/** Reads the literals of commands, and stores the messages of APPEND and REPLACE while they arrive. Not thread-safe. */
final class CommandInput {

    /** The longest wait for a message in APPEND. */
    private static final Duration UPLOAD = Duration.ofMinutes(10);

    private final Connection connection;
    private final CommandReader reader;
    private final ResponseWriter out;
    private final Commands commands;
    private @Nullable AppendUpload upload;
    private Reply refusal = Reply.no("");

    CommandInput(Connection connection, CommandReader reader, ResponseWriter out, Commands commands) {
        this.connection = connection;
        this.reader = reader;
        this.out = out;
        this.commands = commands;
    }

    /** Continues after a line, until the command is complete or its next line is needed. Returns the last step. */
    Step read(Step first) throws IOException {
        Step step = first;
        while (true) {
            if (step instanceof Step.Literal literal) {
                step = reader.literal(octets(literal));
            } else if (step instanceof Step.Message message) {
                step = receive(message);
            } else if (step instanceof Step.Skip skip) {
                connection.readWithin(UPLOAD);
                connection.in().skipNBytes(skip.size());
                step = reader.skipped();
            } else {
                if (step instanceof Step.Failed || step instanceof Step.Refused) {
                    close();
                }
                return step;
            }
        }
    }

    /** Returns the messages of the command that is complete, once; null if it has none. */
    @Nullable
    AppendUpload takeUpload() {
        AppendUpload received = upload;
        upload = null;
        return received;
    }

    /** Removes the messages of a command that will not be complete. */
    void close() {
        AppendUpload received = takeUpload();
        if (received != null) {
            received.close();
        }
    }

    /** Returns the reply to a command whose message was refused. */
    Reply refusal() {
        return refusal;
    }

    private byte[] octets(Step.Literal literal) throws IOException {
        if (literal.synchronizing()) {
            proceed();
        }
        connection.readWithin(ImapSession.UNFINISHED);
        byte[] octets = connection.in().readNBytes(literal.size());
        if (octets.length < literal.size()) {
            throw new EOFException("The client closed the connection inside a literal");
        }
        return octets;
    }

    private void proceed() throws IOException {
        out.continuation("Ready for the literal");
        out.flush();
    }

    private Step receive(Step.Message message) throws IOException {
        try {
            AppendUpload target = message.index() == 0 ? commands.upload(message) : upload;
            upload = target;
            if (target == null || message.message().size() > Capabilities.MOST_MESSAGE) {
                throw new RefusedException(
                        ResponseCode.TOOBIG, "A message can have at most " + Capabilities.MOST_MESSAGE + " octets");
            }
            if (message.synchronizing()) {
                proceed();
            }
            connection.readWithin(UPLOAD);
            target.receive(connection.in(), message.message());
            return reader.streamed();
        } catch (RefusedException e) {
            refusal = e.reply();
            return reader.refuse();
        }
    }
}
