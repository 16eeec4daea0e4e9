package svc.admin.metrics;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.admin.rest.AdminToken;
import svc.admin.rest.UnauthorizedRequests;
import svc.api.json.Json;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;

/** Serves {@code GET /metrics}. */
final class MetricsServlet extends HttpServlet {

    static final String PATH = "/metrics";

    @Serial
    private static final long serialVersionUID = 1L;

    private static final String WITHOUT_TOKEN =
            "The token for /metrics is missing or wrong. Send Authorization: Bearer with the token of"
                    + " [admin] metrics_token_file or, where there has never been one, with [admin] token.";

    private final transient MetricSources sources;
    private final transient MetricsTokenMarker marker;
    private final transient AdminToken admin;
    private final transient Optional<MetricsTokenFile> own;
    private final transient Json.Binding binding;
    private final transient UnauthorizedRequests unauthorized;

    MetricsServlet(
            MetricSources sources,
            MetricsTokenMarker marker,
            AdminToken admin,
            Optional<MetricsTokenFile> own,
            Json json,
            UnauthorizedRequests unauthorized) {
        this.sources = sources;
        this.marker = marker;
        this.admin = admin;
        this.own = own;
        this.binding = json.binding(Json.Names.EXACT);
        this.unauthorized = unauthorized;
    }

    /** Checks the token before anything else, including the HTTP method. */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("Cache-Control", "no-store");
        if (!opens(Collections.list(request.getHeaders("Authorization")))) {
            UnauthorizedRequests.Answer refusal = unauthorized.answer(request, response, WITHOUT_TOKEN);
            problem(response, refusal.status(), refusal.members());
        } else if (request.getMethod().equals("GET") || request.getMethod().equals("HEAD")) {
            send(response, 200, PrometheusTextWriter.MEDIA_TYPE, sources.text());
        } else {
            response.setHeader("Allow", "GET, HEAD");
            Reason reason = Reason.METHOD_NOT_ALLOWED;
            String detail = "This path does not take this method. It takes GET.";
            problem(response, reason.status(), new OperationException(reason, detail).members());
        }
    }

    private void problem(HttpServletResponse response, int status, Map<String, Object> members) throws IOException {
        send(response, status, "application/problem+json", binding.text(members));
    }

    private boolean opens(List<String> given) {
        if (own.isPresent()) {
            return own.get().now().opens(given);
        }
        return !marker.closed() && admin.opens(given);
    }

    private static void send(HttpServletResponse response, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
