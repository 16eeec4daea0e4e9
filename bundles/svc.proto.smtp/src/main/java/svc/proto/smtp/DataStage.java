package svc.proto.smtp;

import java.io.IOException;
import svc.api.net.connection.LineTooLongException;
import svc.api.net.connection.Session.Next;

/**
 * Receives a message after DATA (RFC 5321 §4.1.1.4). The message ends with a line that is a single dot, and nothing else:
 * each line before it ends with CRLF, otherwise the message is refused.
 */
final class DataStage implements Dialogue.Stage {

    /** The maximum length of a line with the dot that SMTP adds. */
    private static final int LONGEST = Content.LONGEST_LINE + 1;

    private final Transfer transfer;
    private final Content content;

    DataStage(Dialogue dialogue, MailTransaction transaction, Content content) {
        this.transfer = new Transfer(dialogue, transaction, content);
        this.content = content;
    }

    /** Waits for the next line. */
    Next await() throws RefusedException {
        return transfer.await(LONGEST);
    }

    @Override
    public Next input() throws IOException, RefusedException {
        byte[] line;
        try {
            line = transfer.dialogue().connection().readLine(LONGEST);
        } catch (LineTooLongException e) {
            content.lineTooLong();
            return transfer.refuseAndDrain();
        }
        transfer.received(line.length);
        if (line.length == 3 && line[0] == '.' && line[1] == '\r') {
            return transfer.finish();
        }
        content.write(line, line[0] == '.' ? 1 : 0, line.length);
        return transfer.mustEnd() ? transfer.refuseAndDrain() : await();
    }

    @Override
    public Next expired() throws RefusedException {
        throw Refusal.TOO_SLOW.with();
    }
}
