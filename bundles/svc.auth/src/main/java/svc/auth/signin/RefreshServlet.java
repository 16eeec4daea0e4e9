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
import svc.auth.signin.SignIn.NotSignedIn;
import svc.auth.signin.SignIn.Outcome;
import svc.auth.signin.SignIn.SignedIn;

/** Serves {@code POST /auth/refresh}, which exchanges a token for a new one. */
@Component(service = Servlet.class)
@HttpRoute(path = "/auth/refresh", guarded = false, maxBody = -1)
public final class RefreshServlet extends AuthServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient TokenRefresh refresh;
    private final transient SignInGuard guard;

    @Activate
    public RefreshServlet(
            @Reference TokenRefresh refresh, @Reference AuthResponses answers, @Reference SignInGuard guard) {
        super(answers);
        this.refresh = refresh;
        this.guard = guard;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Outcome outcome = refresh.with(AuthResponses.presented(request));
        if (outcome instanceof SignedIn in) {
            guard.continued(in.account(), request.getRemoteAddr());
            answers.send(response, in.members());
        } else if (outcome instanceof NotSignedIn not) {
            answers.refuse(response, guard.orBan(not.problem(), request.getRemoteAddr()));
        }
    }
}
