package svc.auth;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.api.json.Json;
import svc.api.json.JsonProblem;
import svc.auth.SignIn.NotSignedIn;
import svc.auth.SignIn.Outcome;
import svc.auth.SignIn.SignedIn;

/** {@code POST /auth/login}. */
@Component(service = Servlet.class)
@HttpRoute(path = "/auth/login", maxBody = LoginServlet.LONGEST_BODY)
public final class LoginServlet extends HttpServlet {

    static final long LONGEST_BODY = 8192;

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient SignIn signIn;
    private final transient Json.Binding binding;

    /** Signs in with this. */
    @Activate
    public LoginServlet(@Reference SignIn signIn, @Reference Json json) {
        this.signIn = signIn;
        this.binding = json.binding(Json.Names.EXACT);
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
            credentials = binding.convert(binding.read(request.getInputStream()), Credentials.class);
        } catch (JsonProblem e) {
            refuse(response, AuthProblem.invalidRequest(String.valueOf(e.getMessage())));
            return;
        }
        Outcome outcome = signIn.in(credentials.email(), credentials.password(), request.getRemoteAddr());
        if (outcome instanceof SignedIn in) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("accessToken", in.token());
            members.put("accountId", in.account().id());
            send(response, HttpServletResponse.SC_OK, "application/json", members);
        } else if (outcome instanceof NotSignedIn not) {
            refuse(response, not.problem());
        }
    }

    private void refuse(HttpServletResponse response, AuthProblem problem) throws IOException {
        problem.headers().forEach(response::setHeader);
        send(response, problem.status(), "application/problem+json", problem.members());
    }

    private void send(HttpServletResponse response, int status, String type, Map<String, Object> members)
            throws IOException {
        byte[] body = binding.text(members).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setHeader("Cache-Control", "no-store");
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
