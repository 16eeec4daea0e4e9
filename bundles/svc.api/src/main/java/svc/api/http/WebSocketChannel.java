package svc.api.http;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;

/**
 * An open WebSocket connection. Threading: thread-safe; messages are sent whole, in the order of the calls. Unsent
 * messages are kept in memory: a caller that sends many messages must wait until the stage of an earlier message
 * completes.
 */
@ProviderType
public interface WebSocketChannel {

    /**
     * Sends a text message. The stage completes when the message is passed to the network, and fails if the channel is
     * closed.
     */
    CompletionStage<Void> send(String text);

    /** Sends a binary message. The buffer must not be changed before the stage completes. */
    CompletionStage<Void> send(ByteBuffer bytes);

    /** Closes the channel. The reason is at most 123 bytes long. Further calls have no effect. */
    void close(int code, String reason);

    /** Returns whether messages can still be sent. */
    boolean open();
}
