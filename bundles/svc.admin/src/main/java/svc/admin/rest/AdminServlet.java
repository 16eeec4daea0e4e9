package svc.admin;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import svc.admin.AdminRoutes.Place;
import svc.api.audit.Actor;
import svc.api.json.Json;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Operations;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Outcome;

/** The REST front of the operations. It owns every path below {@code /admin/v1}, so that none is open by mistake. */
final class AdminServlet extends HttpServlet {

    /** The path of the interface and its version. */
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
    private final transient Knocks knocks;

    AdminServlet(Operations operations, Json json, String token, Knocks knocks) {
        this.operations = operations;
        this.binding = json.binding(Json.Names.EXACT);
        this.arguments = new RestArguments(binding);
        this.token = new AdminToken(token);
        this.knocks = knocks;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        try {
            // Before anything else, so that without the token nobody learns which paths there are.
            if (token.opens(Collections.list(request.getHeaders("Authorization")))) {
                answer(request, response);
            } else {
                Knocks.Answer away = knocks.answer(request, response, WITHOUT_TOKEN);
                send(response, away.status(), "application/problem+json", away.members());
            }
        } catch (OperationProblem problem) {
            refuse(response, problem.reason().status(), problem);
        } catch (RestProblem problem) {
            refuse(response, problem.status(), problem.problem());
        } catch (RuntimeException defect) {
            refuse(response, Reason.INTERNAL.status(), Defects.internal("A request to " + BASE, defect));
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String uri = request.getRequestURI();
        String base = request.getContextPath() + BASE;
        Optional<Place> place = uri.startsWith(base)
                ? AdminRoutes.find(operations.declarations(), uri.substring(base.length()))
                : Optional.empty();
        if (place.isEmpty()) {
            throw new OperationProblem(
                    Reason.NOT_FOUND, "There is nothing at this path. svc help NOUN tells which path a command has.");
        }
        String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        Declaration declaration = place.get().byMethod().get(method);
        if (declaration == null) {
            response.setHeader("Allow", place.get().allow());
            throw new OperationProblem(
                    Reason.METHOD_NOT_ALLOWED,
                    "This path does not take this method. It takes "
                            + place.get().allow() + ".");
        }
        Map<String, Object> inPath = place.get().arguments().getOrDefault(method, Map.of());
        Outcome outcome = operations.run(
                declaration,
                arguments.read(request, declaration, inPath),
                Actor.adminToken(String.valueOf(request.getRemoteAddr())));
        int status = place.get().status(method);
        if (status == HttpServletResponse.SC_CREATED
                && outcome.value() instanceof Map<?, ?> made
                && made.get("id") != null) {
            response.setHeader("Location", uri + "/" + made.get("id"));
        }
        send(response, status, "application/json", outcome.value());
    }

    private void refuse(HttpServletResponse response, int status, OperationProblem problem) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>(problem.members());
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
