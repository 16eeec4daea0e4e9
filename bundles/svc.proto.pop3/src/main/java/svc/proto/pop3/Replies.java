package svc.proto.pop3;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes the replies of one connection. Not thread-safe. */
record Replies(OutputStream out) {

    /** Writes a positive reply, or the first line of it. */
    void ok(String text) throws IOException {
        line("+OK " + text);
    }

    /** Writes a negative reply. */
    void refuse(RefusedException refused) throws IOException {
        out.write(refused.reply().getBytes(US_ASCII));
    }

    /** Writes a line, which must not begin with a dot. */
    void line(String text) throws IOException {
        out.write((text + "\r\n").getBytes(US_ASCII));
    }

    /** Writes a multi-line response. No line may begin with a dot. */
    void lines(String status, List<String> lines) throws IOException {
        ok(status);
        for (String line : lines) {
            line(line);
        }
        end();
    }

    /** Ends a multi-line response. */
    void end() throws IOException {
        line(".");
    }
}
