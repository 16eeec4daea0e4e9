package svc.auth.signin;

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
import svc.api.identity.Authenticator.Credentials;
import svc.auth.dpop.InvalidProofException;
import svc.auth.dpop.ProofVerifier;
import svc.auth.dpop.ProofVerifier.Good;
import svc.auth.dpop.ProofVerifier.TokenHashRule;
import svc.auth.dpop.ProofVerifier.Wanted;
import svc.auth.signin.SignIn.NotSignedIn;
import svc.auth.signin.SignIn.Outcome;
import svc.auth.signin.SignIn.SignedIn;

/** Serves {@code POST /auth/login}, which exchanges an address and a password for a token. */
@Component(service = Servlet.class)
@HttpRoute(path = "/auth/login", guarded = false, maxBody = -1)
public final class LoginServlet extends AuthServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient SignIn signIn;
    private final transient ProofVerifier proofs;

    @Activate
    public LoginServlet(@Reference SignIn signIn, @Reference ProofVerifier proofs, @Reference AuthResponses answers) {
        super(answers);
        this.signIn = signIn;
        this.proofs = proofs;
    }

    /** An address and a password. */
    record LoginBody(String email, String password) {
        /** Omits the password. */
        @Override
        public String toString() {
            return email;
        }
    }

    @Override
    protected boolean takesTokens() {
        return false;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!AuthResponses.isJson(request)) {
            answers.refuse(response, AuthProblem.NOT_JSON);
            return;
        }
        Optional<LoginBody> credentials = answers.body(
                request, response, LoginBody.class, "Send a JSON object with the texts email and password.");
        if (credentials.isEmpty()) {
            return;
        }
        Outcome outcome = signIn(request, credentials.get());
        if (outcome instanceof SignedIn in) {
            answers.send(response, in.members());
        } else if (outcome instanceof NotSignedIn not) {
            answers.refuse(response, not.problem());
        }
    }

    private Outcome signIn(HttpServletRequest request, LoginBody credentials) {
        Credentials presented = AuthResponses.presented(request);
        ClientAddress client = ClientAddress.of(presented);
        try {
            return signIn.in(credentials.email(), credentials.password(), client, proof(presented));
        } catch (InvalidProofException e) {
            return signIn.refuse(e, client);
        }
    }

    private Optional<Good> proof(Credentials presented) throws InvalidProofException {
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
