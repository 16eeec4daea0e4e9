package svc.admin.rest;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import svc.admin.operations.InternalErrors;
import svc.admin.rest.AdminRoutes.Match;
import svc.api.audit.Actor;
import svc.api.json.Json;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.Operations;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Outcome;

/**
 * Serves the REST interface of the operations. It handles every path below {@code /admin/v1}, so that no path can be
 * reached without the token.
 */
final class AdminServlet extends HttpServlet {

    /** The base path, with the version of the interface. */
    static final String BASE = "/admin/v1";

    private static final int NO_CONTENT = 204;

    @Serial
    private static final long serialVersionUID = 1L;

    private static final String WITHOUT_TOKEN =
            "The admin token is missing or wrong. Send Authorization: Bearer with [admin] token of svc.toml.";

    private final transient Operations operations;
    private final transient Json.Binding binding;
    private final transient RestArguments arguments;
    private final transient AdminToken token;
    private final transient UnauthorizedRequests unauthorized;

    AdminServlet(Operations operations, Json json, String token, UnauthorizedRequests unauthorized) {
        this.operations = operations;
        this.binding = json.binding(Json.Names.EXACT);
        this.arguments = new RestArguments(binding);
        this.token = new AdminToken(token);
        this.unauthorized = unauthorized;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        try {
            // The token is checked first, so that a client without the token cannot determine which paths exist.
            if (token.opens(Collections.list(request.getHeaders("Authorization")))) {
                answer(request, response);
            } else {
                UnauthorizedRequests.Answer refusal = unauthorized.answer(request, response, WITHOUT_TOKEN);
                send(response, refusal.status(), "application/problem+json", refusal.members());
            }
        } catch (OperationException problem) {
            refuse(response, problem.reason().status(), problem, Optional.empty());
        } catch (RestException problem) {
            refuse(response, problem.status(), problem.problem(), Optional.empty());
        } catch (RuntimeException defect) {
            OperationException problem = InternalErrors.internal("A request to " + BASE, defect);
            refuse(response, Reason.INTERNAL.status(), problem, Optional.empty());
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String uri = request.getRequestURI();
        String base = request.getContextPath() + BASE;
        SortedMap<String, Match> matches = uri.startsWith(base)
                ? AdminRoutes.find(operations.declarations(), uri.substring(base.length()))
                : Collections.emptySortedMap();
        if (matches.isEmpty()) {
            throw new OperationException(
                    Reason.NOT_FOUND, "There is nothing at this path. svc help NOUN shows the path of a command.");
        }
        Match match = matches.get(request.getMethod().equals("HEAD") ? "GET" : request.getMethod());
        if (match == null) {
            String allowed = String.join(", ", matches.keySet());
            response.setHeader("Allow", allowed);
            throw new OperationException(
                    Reason.METHOD_NOT_ALLOWED, "This path does not take this method. It takes " + allowed + ".");
        }
        Declaration declaration = match.declaration();
        Map<String, Object> given = arguments.read(request, declaration, match.arguments());
        Actor actor = Actor.adminToken(String.valueOf(request.getRemoteAddr()));
        Outcome outcome;
        try {
            outcome = operations.run(declaration, given, actor);
        } catch (OperationException problem) {
            refuse(response, problem.reason().status(), problem, Optional.of(declaration));
            return;
        }
        send(request, response, match.status(), outcome);
    }

    private void send(HttpServletRequest request, HttpServletResponse response, int status, Outcome outcome)
            throws IOException {
        if (status == HttpServletResponse.SC_CREATED
                && outcome.value() instanceof Map<?, ?> made
                && made.get("id") != null) {
            response.setHeader("Location", request.getRequestURI() + "/" + made.get("id"));
        }
        send(response, status, "application/json", outcome.value());
    }

    private void refuse(HttpServletResponse response, int status, OperationException problem, Optional<Declaration> run)
            throws IOException {
        Map<String, Object> members = new RestPhrases(operations.declarations()).members(problem.members(), run);
        members.put("status", status);
        send(response, status, "application/problem+json", members);
    }

    private void send(HttpServletResponse response, int status, String type, Object value) throws IOException {
        response.setStatus(status);
        if (status == NO_CONTENT) {
            return;
        }
        byte[] body = binding.text(value).getBytes(StandardCharsets.UTF_8);
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
