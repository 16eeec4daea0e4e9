package svc.push;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import svc.api.push.EventStreamProvider;
import svc.api.push.EventStreamProvider.Request;

/** The event streams of an {@link EventStreamProvider}. */
final class FeedServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient EventStreamEndpoint.Route route;

    FeedServlet(EventStreamEndpoint endpoint, EventStreamProvider provider) {
        this.route = endpoint.route(
                false, (feed, wish, since) -> provider.open(new Request(feed.caller(), feed, wish.types(), since)));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        route.get(request, response, false);
    }

    @Override
    protected void doHead(HttpServletRequest request, HttpServletResponse response) throws IOException {
        doGet(request, response);
    }

    @Override
    public void destroy() {
        route.end();
    }

    int size() {
        return route.size();
    }
}
