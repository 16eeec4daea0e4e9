package svc.auth;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.auth.Entrance.Entered;
import svc.auth.Entrance.Entry;
import svc.auth.Entrance.TurnedAway;
import svc.auth.Tickets.Ticket;

/** {@code POST /jmap/stream-ticket}. */
@Component(service = Servlet.class)
@HttpRoute(path = "/jmap/stream-ticket", maxBody = AuthRoute.LONGEST_BODY)
public final class StreamTicketServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Entrance entrance;
    private final transient Tickets tickets;
    private final transient Answers answers;

    /** Makes these. */
    @Activate
    public StreamTicketServlet(@Reference Entrance entrance, @Reference Tickets tickets, @Reference Answers answers) {
        this.entrance = entrance;
        this.tickets = tickets;
        this.answers = answers;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Entry entry = entrance.enter(Answers.presented(request));
        if (entry instanceof TurnedAway away) {
            answers.refuse(response, away.problem());
            return;
        }
        Entered entered = (Entered) entry;
        if (entered.session().isEmpty()) {
            answers.refuse(response, AuthProblem.NO_SESSION);
            return;
        }
        Ticket ticket = tickets.stream(entered.session().get());
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("streamTicket", ticket.text());
        members.put("expiresAt", ticket.end().getEpochSecond());
        answers.send(response, members);
    }
}
