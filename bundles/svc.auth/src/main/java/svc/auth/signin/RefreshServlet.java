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
import svc.auth.SignIn.NotSignedIn;
import svc.auth.SignIn.Outcome;
import svc.auth.SignIn.SignedIn;

/** {@code POST /auth/refresh}. */
@Component(service = Servlet.class)
@HttpRoute(path = "/auth/refresh", guarded = false, maxBody = -1)
public final class RefreshServlet extends AuthRoute {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Refresh refresh;
    private final transient Answers answers;

    /** Exchanges tokens with this. */
    @Activate
    public RefreshServlet(@Reference Refresh refresh, @Reference Answers answers) {
        super(answers);
        this.refresh = refresh;
        this.answers = answers;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Outcome outcome = refresh.with(Answers.presented(request));
        if (outcome instanceof SignedIn in) {
            answers.send(response, in.members());
        } else if (outcome instanceof NotSignedIn not) {
            answers.refuse(response, not.problem());
        }
    }
}
