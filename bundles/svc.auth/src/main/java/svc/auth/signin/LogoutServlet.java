package svc.auth;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.api.operation.Trace;
import svc.auth.Entrance.Entered;
import svc.auth.Entrance.Entry;
import svc.auth.Entrance.TurnedAway;

/** {@code POST /auth/logout}: ends the sign-in that the token comes from, with everything that followed from it. */
@Component(service = Servlet.class)
@HttpRoute(path = "/auth/logout", guarded = false, maxBody = -1)
public final class LogoutServlet extends AuthRoute {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Entrance entrance;
    private final transient Sessions sessions;
    private final transient Answers answers;

    /** Ends these sign-ins. */
    @Activate
    public LogoutServlet(@Reference Entrance entrance, @Reference Sessions sessions, @Reference Answers answers) {
        super(answers);
        this.entrance = entrance;
        this.sessions = sessions;
        this.answers = answers;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Entry entry = entrance.enter(Answers.presented(request));
        if (entry instanceof TurnedAway away) {
            answers.refuse(response, away.problem());
            return;
        }
        ((Entered) entry).session().ifPresent(session -> sessions.end(session, Trace.NONE));
        response.setHeader("Cache-Control", "no-store");
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
}
