package svc.http.handlers;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** A request without a declared length whose body may not exceed the limit of its route. */
public final class LimitedBody extends AbortableBody {

    private final long limit;
    private long length;

    public LimitedBody(Request request, long limit) {
        super(request);
        this.limit = limit;
    }

    @Override
    int check(Content.Chunk chunk) {
        length += chunk.remaining();
        return length > limit ? 413 : 0;
    }
}
