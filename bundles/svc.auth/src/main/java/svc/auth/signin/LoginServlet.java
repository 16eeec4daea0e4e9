package svc.auth;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.api.identity.Authenticator.Presented;
import svc.api.json.JsonProblem;
import svc.auth.Answers.TooLong;
import svc.auth.Proofs.Good;
import svc.auth.Proofs.TokenHashRule;
import svc.auth.Proofs.Wanted;
import svc.auth.SignIn.NotSignedIn;
import svc.auth.SignIn.Outcome;
import svc.auth.SignIn.SignedIn;

/** {@code POST /auth/login}. */
@Component(service = Servlet.class)
@HttpRoute(path = "/auth/login", guarded = false, maxBody = -1)
public final class LoginServlet extends AuthRoute {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient SignIn signIn;
    private final transient Proofs proofs;
    private final transient Answers answers;

    /** Signs in with this. */
    @Activate
    public LoginServlet(@Reference SignIn signIn, @Reference Proofs proofs, @Reference Answers answers) {
        super(answers);
        this.signIn = signIn;
        this.proofs = proofs;
        this.answers = answers;
    }

    /** The body of the request. */
    record Credentials(String email, String password) {
        /** Without the password. */
        @Override
        public String toString() {
            return email;
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Credentials credentials;
        try {
            credentials = answers.body(request, Credentials.class);
        } catch (TooLong e) {
            answers.refuse(response, AuthProblem.TOO_LONG);
            return;
        } catch (JsonProblem e) {
            answers.refuse(
                    response,
                    AuthProblem.invalidRequest(
                            String.valueOf(e.getMessage()), "Send a JSON object with the texts email and password."));
            return;
        }
        Outcome outcome = signIn(request, credentials);
        if (outcome instanceof SignedIn in) {
            answers.send(response, in.members());
        } else if (outcome instanceof NotSignedIn not) {
            if (not.problem().equals(AuthProblem.INVALID_CREDENTIALS)) {
                answers.failed(request);
            }
            answers.refuse(response, not.problem());
        }
    }

    private Outcome signIn(HttpServletRequest request, Credentials credentials) {
        String from = request.getRemoteAddr();
        try {
            Optional<Good> proof = proof(Answers.presented(request));
            return signIn.in(credentials.email(), credentials.password(), from, proof);
        } catch (BadProof e) {
            return signIn.refuse(e, from);
        }
    }

    private Optional<Good> proof(Presented presented) throws BadProof {
        if (presented.proofs().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(proofs.check(
                presented.proofs(),
                new Wanted(
                        presented.method(),
                        presented.url(),
                        Optional.empty(),
                        Optional.empty(),
                        TokenHashRule.IF_THERE)));
    }
}
