package svc.admin;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import svc.api.json.Json;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;

/** {@code GET /metrics}. */
final class MetricsServlet extends HttpServlet {

    static final String PATH = "/metrics";

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient MetricSources sources;
    private final transient MetricsLatch latch;
    private final transient AdminToken admin;
    private final transient Optional<MetricsToken> own;
    private final transient Json.Binding binding;

    MetricsServlet(MetricSources sources, MetricsLatch latch, AdminToken admin, Optional<MetricsToken> own, Json json) {
        this.sources = sources;
        this.latch = latch;
        this.admin = admin;
        this.own = own;
        this.binding = json.binding(Json.Names.EXACT);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("Cache-Control", "no-store");
        List<String> given = Collections.list(request.getHeaders("Authorization"));
        if (!opens(given)) {
            response.setHeader("WWW-Authenticate", given.isEmpty() ? "Bearer" : "Bearer error=\"invalid_token\"");
            OperationProblem problem = new OperationProblem(
                    Reason.UNAUTHORIZED,
                    "The token for /metrics is missing or wrong. Send Authorization: Bearer with the token of"
                            + " [admin] metrics_token_file or, where there has never been one, with [admin] token.");
            send(response, 401, "application/problem+json", binding.text(problem.members()));
            return;
        }
        send(response, 200, Exposition.MEDIA_TYPE, sources.text());
    }

    private boolean opens(List<String> given) {
        if (own.isPresent()) {
            return own.get().now().opens(given);
        }
        return !latch.closed() && admin.opens(given);
    }

    private static void send(HttpServletResponse response, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
