package svc.mail.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Takes what a source holds, one thing after the other. What it throws ends the reading. One thread. */
interface Taker {

    /** There is a folder, maybe an empty one; the names from the top, none for the one that the source itself is. */
    void folder(List<String> path) throws IOException;

    /**
     * A message begins.
     *
     * @return where its bytes go
     */
    OutputStream begin(List<String> folder, Origin origin) throws IOException;

    /** It is complete. */
    void end(Marks marks) throws IOException;

    /** It cannot be read to its end; nothing of it stays. */
    void drop(String reason) throws IOException;

    /** Here is something that should be a message, or messages, and cannot be read as such. */
    void refuse(Origin origin, String reason) throws IOException;

    /** So much of the source was read, in its own unit. */
    void advance(long units) throws IOException;
}
