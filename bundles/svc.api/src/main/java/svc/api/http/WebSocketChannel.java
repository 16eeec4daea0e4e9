package svc.api.http;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One open WebSocket. Threading: any thread; messages go out whole, in the order of the calls. Who sends much waits for the
 * stage of an earlier message: what the client has not read yet is kept in memory.
 */
@ProviderType
public interface WebSocketChannel {

    /** Sends a text. The stage completes when it is handed to the network, and fails when the channel is closed. */
    CompletionStage<Void> send(String text);

    /** Sends bytes; the buffer must not be changed before the stage completes. */
    CompletionStage<Void> send(ByteBuffer bytes);

    /** Closes; the reason is at most 123 bytes long. Further calls do nothing. */
    void close(int code, String reason);

    /** Whether messages can still be sent. */
    boolean open();
}
