package svc.auth.signin;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.api.operation.AuditRecorder;
import svc.auth.signin.CredentialVerifier.Entered;
import svc.auth.signin.CredentialVerifier.Entry;
import svc.auth.signin.CredentialVerifier.TurnedAway;
import svc.auth.tokens.DeviceSessions;

/** Serves {@code POST /auth/logout}, which ends the device session of the token with all its tokens and tickets. */
@Component(service = Servlet.class)
@HttpRoute(path = "/auth/logout", guarded = false, maxBody = -1)
public final class LogoutServlet extends AuthServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient CredentialVerifier entrance;
    private final transient DeviceSessions sessions;

    @Activate
    public LogoutServlet(
            @Reference CredentialVerifier entrance,
            @Reference DeviceSessions sessions,
            @Reference AuthResponses answers) {
        super(answers);
        this.entrance = entrance;
        this.sessions = sessions;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Entry entry = entrance.enter(AuthResponses.presented(request));
        if (entry instanceof TurnedAway away) {
            answers.refuse(response, away.problem());
            return;
        }
        ((Entered) entry).session().ifPresent(session -> sessions.end(session, AuditRecorder.NONE));
        response.setHeader("Cache-Control", "no-store");
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
}
