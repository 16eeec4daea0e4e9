package svc.cap.v2.admin;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding.Status;
import svc.api.health.HealthRounds.Filter;
import svc.api.jmap.JmapDates;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;

/** Implements {@code HealthReport/query} (HLTH-02), which returns the newest reports first. */
@Component(service = MethodHandler.class)
public final class HealthReportQuery implements MethodHandler<HealthReportQuery.Arguments, HealthReportQuery.Page> {

    /** More than the number of rounds of 30 days. */
    private static final int EVERY = 10_000;

    private static final List<Map<String, Object>> NEWEST_FIRST =
            List.of(Map.of("property", "at", "isAscending", false));

    private final HealthReports reports;

    @Activate
    public HealthReportQuery(@Reference HealthReports reports) {
        this.reports = reports;
    }

    record Arguments(
            String accountId,
            @Nullable Map<String, @Nullable Object> filter,
            @Nullable List<Map<String, Object>> sort,
            @Nullable Integer position,
            @Nullable Integer limit,
            @Nullable Boolean calculateTotal) {}

    /** The response (RFC 8620 §5.5). */
    record Page(
            String accountId,
            String queryState,
            boolean canCalculateChanges,
            int position,
            List<String> ids,
            @Nullable Integer total,
            @Nullable Integer limit) {}

    @Override
    public String method() {
        return "HealthReport/query";
    }

    @Override
    public String capability() {
        return AdminCapability.URN;
    }

    @Override
    public Page handle(MethodCall call, Arguments arguments) {
        Filter filter = filter(arguments.filter() == null ? Map.of() : arguments.filter());
        if (arguments.sort() != null
                && !arguments.sort().isEmpty()
                && !arguments.sort().equals(NEWEST_FIRST)) {
            throw new MethodError("unsupportedSort", "Reports are sorted by at, the newest first.");
        }
        int position = notNegative("position", arguments.position(), 0);
        int limit = notNegative("limit", arguments.limit(), HealthReports.MOST);
        return reports.read(
                call, arguments.accountId(), snapshot -> page(snapshot, arguments, filter, position, limit));
    }

    private Page page(Snapshot snapshot, Arguments arguments, Filter filter, int position, int limit) {
        List<Long> all = reports.rounds().numbers(snapshot, filter, EVERY);
        List<String> ids = all.stream()
                .skip(position)
                .limit(Math.min(limit, HealthReports.MOST))
                .map(n -> ObjectId.format(HealthReports.LETTER, n))
                .toList();
        return new Page(
                arguments.accountId(),
                reports.state(snapshot),
                false,
                position,
                ids,
                Boolean.TRUE.equals(arguments.calculateTotal()) ? all.size() : null,
                arguments.limit() != null && limit <= HealthReports.MOST ? null : HealthReports.MOST);
    }

    private static int notNegative(String name, @Nullable Integer value, int standard) {
        if (value == null) {
            return standard;
        }
        if (value < 0) {
            throw MethodError.invalidArguments(name + " is negative.");
        }
        return value;
    }

    private static Filter filter(Map<String, @Nullable Object> conditions) {
        Optional<Instant> after = Optional.empty();
        Optional<Status> status = Optional.empty();
        for (Map.Entry<String, @Nullable Object> condition : conditions.entrySet()) {
            Object value = condition.getValue();
            switch (condition.getKey()) {
                case "after" ->
                    after = Optional.of(JmapDates.utc(value)
                            .orElseThrow(() -> MethodError.invalidArguments("filter/after is not a UTCDate.")));
                case "status" -> status = Optional.of(status(value));
                default ->
                    throw new MethodError(
                            "unsupportedFilter", "The filter conditions of HealthReport are after and status.");
            }
        }
        return new Filter(after, status);
    }

    private static Status status(@Nullable Object value) {
        return List.of(Status.OK, Status.WARN, Status.FAIL).stream()
                .filter(status -> status.word().equals(value))
                .findFirst()
                .orElseThrow(() -> MethodError.invalidArguments("filter/status is none of ok, warn and fail."));
    }
}
