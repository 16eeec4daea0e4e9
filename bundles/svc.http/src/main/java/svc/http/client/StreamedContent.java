package svc.http.client;

import java.io.IOException;
import org.eclipse.jetty.client.InputStreamRequestContent;
import org.eclipse.jetty.io.ByteBufferPool;
import svc.api.http.client.OutboundRequest;

/** A request body of a known length, which Jetty reads while it sends. */
final class StreamedContent extends InputStreamRequestContent {

    private static final int BUFFER = 32 * 1_024;

    private final long length;

    StreamedContent(OutboundRequest.Body body, ByteBufferPool buffers) throws IOException {
        super((String) null, body.content().open(), new ByteBufferPool.Sized(buffers, false, BUFFER));
        this.length = body.length();
    }

    @Override
    public long getLength() {
        return length;
    }
}
