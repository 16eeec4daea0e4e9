package svc.api.json;

import java.io.IOException;
import java.io.OutputStream;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A writer that buffers its output in memory until the caller drains or resets it.
 *
 * <p>Threading: not thread-safe.
 */
@ProviderType
public interface JsonBuffer extends JsonWriter {

    /** Returns the number of buffered bytes. */
    int length();

    /** Returns a mark at the current position. The mark is valid until bytes before the mark are drained. */
    Mark mark();

    /** Discards everything that was written after the mark. */
    void reset(Mark mark);

    /** Returns the bytes that were written after the mark, without a leading comma. */
    byte[] bytesSince(Mark mark);

    /** Writes all buffered bytes to the stream and removes them; further output continues the same text. */
    void drainTo(OutputStream out) throws IOException;

    /** Returns all buffered bytes and keeps them. */
    byte[] toByteArray();

    /** A position in the text. */
    @ProviderType
    interface Mark {}
}
