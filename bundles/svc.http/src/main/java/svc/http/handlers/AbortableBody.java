package svc.http;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body may be refused while it comes. Who reads it then gets the status as a failure, and what still comes is
 * not read.
 *
 * <p>Jetty reads a body on one thread at a time; only a refusal may come from another one.
 */
abstract class RefusedBody extends Request.Wrapper {

    private volatile Content.@Nullable Chunk refusal;

    RefusedBody(Request request) {
        super(request);
    }

    /** Looks at what came; a status refuses it, 0 lets it through. */
    abstract int judge(Content.Chunk chunk);

    @Override
    public Content.@Nullable Chunk read() {
        Content.Chunk refused = refusal;
        if (refused != null) {
            return refused;
        }
        Content.Chunk chunk = super.read();
        if (chunk == null || Content.Chunk.isFailure(chunk)) {
            return chunk;
        }
        int status = judge(chunk);
        if (status == 0) {
            return chunk;
        }
        chunk.release();
        return refuse(status);
    }

    /** From now on every read gets this refusal. The request itself is not failed: it still has an answer to give. */
    Content.Chunk refuse(int status) {
        Content.Chunk refused = Content.Chunk.from(new HttpException.RuntimeException(status), true);
        refusal = refused;
        return refused;
    }
}
