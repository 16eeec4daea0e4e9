package svc.http.handlers;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body can be rejected while it arrives. After the rejection, every read returns a failure with the
 * status of the rejection, and the rest of the body is not read.
 *
 * <p>Jetty reads a body on one thread at a time. Only {@link #abort} may be called from another thread.
 */
abstract class AbortableBody extends Request.Wrapper {

    private volatile Content.@Nullable Chunk refusal;

    AbortableBody(Request request) {
        super(request);
    }

    /** Checks a chunk. Returns the status to reject the body with, or 0 to accept the chunk. */
    abstract int check(Content.Chunk chunk);

    @Override
    public Content.@Nullable Chunk read() {
        Content.Chunk failure = refusal;
        if (failure != null) {
            return failure;
        }
        Content.Chunk chunk = super.read();
        if (chunk == null || Content.Chunk.isFailure(chunk)) {
            return chunk;
        }
        int status = check(chunk);
        if (status == 0) {
            return chunk;
        }
        chunk.release();
        return abort(status);
    }

    /**
     * Rejects the body: every later read returns a failure with this status. The request itself does not fail, because
     * the server must still send its response.
     */
    Content.Chunk abort(int status) {
        Content.Chunk failure = Content.Chunk.from(new HttpException.RuntimeException(status), true);
        refusal = failure;
        return failure;
    }
}
