package svc.runtime;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Route;

/** {@code svc logs summary}: warnings and errors of late, equal ones counted together. */
@Component(service = AdminOperation.class)
public final class LogSummaryOperation
        implements AdminOperation<LogSummaryOperation.Arguments, LogSummaryOperation.Summary> {

    private static final Pattern SPAN = Pattern.compile("([0-9]{1,6})([smhd])");
    private static final Duration LONGEST = Duration.ofDays(2);

    private final Function<Duration, Map<String, Object>> summary;

    /** Takes the launcher's summary. */
    @Activate
    public LogSummaryOperation(
            @Reference(target = "(svc.launcher=logsummary)") Function<Duration, Map<String, Object>> summary) {
        this.summary = summary;
    }

    /** How far back. */
    record Arguments(
            @Default("1h") @Help("how far back: 15m, 1h, 2d; 2d at most")
            String since) {}

    /** What was warned of. */
    record Summary(Instant from, Instant to, List<Map<String, Object>> groups) {}

    @Override
    public String noun() {
        return "logs";
    }

    @Override
    public String verb() {
        return "summary";
    }

    @Override
    public String help() {
        return "Warnings and errors of late, equal ones counted together";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/logs/summary"));
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    @SuppressWarnings("unchecked") // The launcher sends exactly this type.
    public Summary run(Arguments arguments) {
        Duration span = span(arguments.since())
                .filter(given -> !given.isZero() && given.compareTo(LONGEST) <= 0)
                .orElseThrow(LogSummaryOperation::noSpan);
        Map<String, Object> found = summary.apply(span);
        return new Summary(
                (Instant) requireNonNull(found.get("from")),
                (Instant) requireNonNull(found.get("to")),
                (List<Map<String, Object>>) requireNonNull(found.get("groups")));
    }

    private static Optional<Duration> span(String text) {
        Matcher parts = SPAN.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(parts.group(1));
        return Optional.of(
                switch (parts.group(2)) {
                    case "s" -> Duration.ofSeconds(number);
                    case "m" -> Duration.ofMinutes(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofDays(number);
                });
    }

    private static OperationProblem noSpan() {
        String what = "must be a number with s, m, h or d, such as 15m, 1h or 2d, and 2d at most";
        return new OperationProblem(Reason.INVALID, "since " + what + ".", List.of(new FieldError("since", what)));
    }
}
