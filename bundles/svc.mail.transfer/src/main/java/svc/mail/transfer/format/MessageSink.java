package svc.mail.transfer.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Receives the folders and messages of a source in order. If a method throws an exception, the source is not read
 * further. Not thread-safe.
 */
public interface MessageSink {

    /**
     * Reports a folder, which may be empty. The path starts at the root of the source and is empty for the root itself.
     */
    void folder(List<String> path) throws IOException;

    /**
     * Begins a message.
     *
     * @return the stream to which the bytes of the message must be written
     */
    OutputStream begin(List<String> folder, Origin origin) throws IOException;

    /** Completes the message. */
    void end(MessageMetadata marks) throws IOException;

    /** Discards the message, which could not be read completely. */
    void drop(String reason) throws IOException;

    /** Reports a file or folder that cannot be read as messages. */
    void refuse(Origin origin, String reason) throws IOException;

    /** Reports the work done since the last call, in the unit of {@link MailSource#units}. */
    void advance(long units) throws IOException;
}
