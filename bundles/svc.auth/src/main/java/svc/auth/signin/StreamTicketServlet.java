package svc.auth.signin;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.auth.signin.CredentialVerifier.Entered;
import svc.auth.signin.CredentialVerifier.Entry;
import svc.auth.signin.CredentialVerifier.TurnedAway;
import svc.auth.tokens.Tickets;

/** Serves {@code POST /jmap/stream-ticket}, which issues a ticket that opens event streams. */
@Component(service = Servlet.class)
@HttpRoute(path = "/jmap/stream-ticket", maxBody = AuthServlet.LONGEST_BODY)
public final class StreamTicketServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient CredentialVerifier entrance;
    private final transient Tickets tickets;
    private final transient AuthResponses answers;

    @Activate
    public StreamTicketServlet(
            @Reference CredentialVerifier entrance, @Reference Tickets tickets, @Reference AuthResponses answers) {
        this.entrance = entrance;
        this.tickets = tickets;
        this.answers = answers;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Entry entry = entrance.enter(AuthResponses.presented(request));
        if (entry instanceof TurnedAway away) {
            answers.refuse(response, away.problem());
            return;
        }
        Entered entered = (Entered) entry;
        if (entered.session().isEmpty()) {
            answers.refuse(response, AuthProblem.NO_SESSION);
            return;
        }
        answers.send(response, tickets.stream(entered.session().get()).members("streamTicket"));
    }
}
