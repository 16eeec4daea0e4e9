package svc.http;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** A request whose body may not be longer than its route allows; for those that do not tell their length. */
final class LimitedBody extends RefusedBody {

    private final long most;
    private long length;

    LimitedBody(Request request, long most) {
        super(request);
        this.most = most;
    }

    @Override
    int judge(Content.Chunk chunk) {
        length += chunk.remaining();
        return length > most ? 413 : 0;
    }
}
