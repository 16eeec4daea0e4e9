package svc.push;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import svc.api.push.EventFeed;
import svc.api.push.EventFeed.Opening;

/** The streams of events that another bundle fills. */
final class FeedServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient EventDoor.Route route;

    FeedServlet(EventDoor door, EventFeed filler) {
        this.route =
                door.route((feed, wish, since) -> filler.open(new Opening(feed.caller(), feed, wish.types(), since)));
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
