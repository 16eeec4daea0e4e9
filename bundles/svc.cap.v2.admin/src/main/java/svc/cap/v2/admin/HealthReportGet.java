package svc.cap.v2.admin;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.HealthRounds.Round;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;

/** Implements {@code HealthReport/get} (HLTH-02), which returns rounds with the findings of their checks. */
@Component(service = MethodHandler.class)
public final class HealthReportGet implements MethodHandler<HealthReportGet.Arguments, HealthReportGet.Found> {

    private static final Set<String> PROPERTIES = Set.of("id", "at", "status", "checks");

    private final HealthReports reports;

    @Activate
    public HealthReportGet(@Reference HealthReports reports) {
        this.reports = reports;
    }

    record Arguments(
            String accountId,
            @Nullable List<String> ids,
            @Nullable List<String> properties) {}

    /** The response (RFC 8620 §5.1). */
    record Found(String accountId, String state, List<Map<String, Object>> list, List<String> notFound) {}

    @Override
    public String method() {
        return "HealthReport/get";
    }

    @Override
    public String capability() {
        return AdminCapability.URN;
    }

    @Override
    public Found handle(MethodCall call, Arguments arguments) {
        Set<String> properties = arguments.properties() == null ? PROPERTIES : Set.copyOf(arguments.properties());
        if (!PROPERTIES.containsAll(properties)) {
            throw MethodError.invalidArguments("The properties of HealthReport are id, at, status and checks.");
        }
        return reports.read(call, arguments.accountId(), snapshot -> found(snapshot, arguments, properties));
    }

    private Found found(Snapshot snapshot, Arguments arguments, Set<String> properties) {
        Set<String> ids = arguments.ids() == null ? newest(snapshot) : new LinkedHashSet<>(arguments.ids());
        if (ids.size() > HealthReports.MOST) {
            throw new MethodError(
                    "requestTooLarge", "A call may get " + HealthReports.MOST + " reports at most; name their ids.");
        }
        List<Long> numbers = ids.stream()
                .map(id -> ObjectId.parse(HealthReports.LETTER, id))
                .filter(OptionalLong::isPresent)
                .map(OptionalLong::getAsLong)
                .toList();
        Map<String, Round> rounds = reports.rounds().find(snapshot, numbers).stream()
                .collect(Collectors.toMap(HealthReportGet::id, Function.identity()));
        return new Found(
                arguments.accountId(),
                reports.state(snapshot),
                ids.stream()
                        .flatMap(id -> Optional.ofNullable(rounds.get(id)).stream())
                        .map(round -> members(round, properties))
                        .toList(),
                ids.stream().filter(id -> !rounds.containsKey(id)).toList());
    }

    private Set<String> newest(Snapshot snapshot) {
        return reports.rounds().numbers(snapshot, HealthReports.ALL, HealthReports.MOST + 1).stream()
                .map(n -> ObjectId.format(HealthReports.LETTER, n))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String id(Round round) {
        return ObjectId.format(HealthReports.LETTER, round.n());
    }

    private static Map<String, Object> members(Round round, Set<String> properties) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", id(round));
        members.put("at", round.at().toString());
        members.put("status", round.status().word());
        members.put("checks", round.checks());
        members.keySet().removeIf(name -> !name.equals("id") && !properties.contains(name));
        return members;
    }
}
