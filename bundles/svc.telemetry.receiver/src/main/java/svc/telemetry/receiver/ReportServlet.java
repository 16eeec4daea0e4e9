package svc.telemetry.receiver;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.api.http.ProblemDetails;
import svc.api.json.Json;
import svc.api.json.JsonException;

/** Receives a report as JSON by POST. Anyone can send one, so a report is examined and short. */
@Component(service = Servlet.class)
@HttpRoute(path = "/telemetry/reports", maxBody = ReportServlet.LONGEST)
public final class ReportServlet extends HttpServlet {

    /** The maximum length of a report in bytes. */
    static final int LONGEST = 64 * 1024;

    private static final int UNPROCESSABLE = 422;

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient StoredReports reports;
    private final transient Json.Binding json;

    @Activate
    public ReportServlet(@Reference StoredReports reports, @Reference Json json) {
        this.reports = reports;
        this.json = json.binding(Json.Names.SNAKE_CASE);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<String> problem;
        try {
            ReceivedReport report = json.convert(json.read(request.getInputStream()), ReceivedReport.class);
            problem = report.problem();
            if (problem.isEmpty()) {
                reports.add(report, json.text(report.counters()));
                response.setStatus(HttpServletResponse.SC_NO_CONTENT);
                return;
            }
        } catch (JsonException e) {
            problem = Optional.of("The report is malformed: " + e.getMessage());
        }
        byte[] body = json.text(
                        ProblemDetails.of(UNPROCESSABLE, problem.orElseThrow()).members())
                .getBytes(UTF_8);
        response.setStatus(UNPROCESSABLE);
        response.setContentType("application/problem+json");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
