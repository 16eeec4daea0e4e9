package svc.api.json;

import java.io.IOException;
import java.io.OutputStream;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A sink that keeps in memory what was written, until it is taken out or taken back.
 *
 * <p>Threading: one thread at a time.
 */
@ProviderType
public interface JsonBuffer extends JsonSink {

    /** How many bytes it holds. */
    int length();

    /** A point to come back to; it holds until bytes from before it have been taken out. */
    Mark mark();

    /** Takes back everything that was written after the mark. */
    void reset(Mark mark);

    /** The bytes that were written after the mark, without the comma before them. */
    byte[] since(Mark mark);

    /** Hands over all bytes and forgets them; what comes next continues the same text. */
    void drain(OutputStream out) throws IOException;

    /** All bytes; they stay. */
    byte[] bytes();

    /** A point in the text. */
    @ProviderType
    interface Mark {}
}
