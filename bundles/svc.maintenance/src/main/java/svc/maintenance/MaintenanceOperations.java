package svc.maintenance;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.audit.Actor;
import svc.api.lifecycle.Maintenance.Period;
import svc.api.operation.Help;
import svc.api.operation.Named;
import svc.api.operation.Operation;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.TimeSpan;

/** The operations of {@code svc maintenance}. */
@Component
public final class MaintenanceOperations implements OperationGroup {

    static final Duration LONGEST = Duration.ofHours(12);

    private static final int LONGEST_REASON = 200;

    private final MaintenanceMode mode;

    @Activate
    public MaintenanceOperations(@Reference MaintenanceMode mode) {
        this.mode = mode;
    }

    /**
     * The maintenance mode as administrators see it. Without an active maintenance, only {@code active} has a value.
     */
    public record MaintenanceView(
            boolean active,
            @Nullable Boolean readOnly,
            @Nullable String reason,
            @Nullable String beganBy,
            @Nullable Instant beganAt,
            @Nullable Instant endsAt) {

        static MaintenanceView of(boolean active, Period period) {
            return new MaintenanceView(
                    active,
                    period.readOnly(),
                    period.reason(),
                    period.beganBy(),
                    period.beganAt().truncatedTo(ChronoUnit.SECONDS),
                    period.endsAt().truncatedTo(ChronoUnit.SECONDS));
        }
    }

    @Operation(
            command = "maintenance begin",
            help = "Begin a maintenance, which ends by itself",
            routes = "POST /maintenance 201")
    public MaintenanceView begin(
            @Named("for") @Help("how long, such as 30m or 2h; 12h at most") String length,
            @Help("the reason, for administrators") String reason,
            @Help("reject writes to the data of accounts") boolean readOnly,
            Actor actor) {
        Duration span = TimeSpan.parse(length.strip())
                .filter(time -> !time.isZero() && time.compareTo(LONGEST) <= 0)
                .orElseThrow(() -> invalid("for", "must be a time from 1s to 12h, such as 30m or 2h"));
        String text = reason.strip();
        if (text.isEmpty() || text.length() > LONGEST_REASON || text.chars().anyMatch(Character::isISOControl)) {
            throw invalid("reason", "must be a line of 1 to " + LONGEST_REASON + " characters that says why");
        }
        Optional<Period> before = mode.begin(span, readOnly, text, name(actor));
        if (before.isPresent()) {
            throw new OperationException(
                    Reason.CONFLICT,
                    "A maintenance is active already: " + description(before.get())
                            + " It was begun by " + before.get().beganBy()
                            + ". End it with `svc maintenance end`, then begin another.");
        }
        return show();
    }

    @Operation(command = "maintenance end", help = "End the active maintenance", routes = "DELETE /maintenance")
    public MaintenanceView end() {
        return mode.end()
                .map(ended -> MaintenanceView.of(false, ended))
                .orElseThrow(
                        () -> new OperationException(
                                Reason.CONFLICT,
                                "No maintenance is active. It may have ended by itself; `svc maintenance begin` begins another."));
    }

    @Operation(command = "maintenance show", help = "Show the active maintenance", routes = "GET /maintenance")
    public MaintenanceView show() {
        return mode.current()
                .map(period -> MaintenanceView.of(true, period))
                .orElseGet(() -> new MaintenanceView(false, null, null, null, null, null));
    }

    /** Describes a maintenance in a sentence for administrators. */
    static String description(Period period) {
        return (period.readOnly() ? "read-only until " : "until ")
                + period.endsAt().truncatedTo(ChronoUnit.SECONDS) + ": " + period.reason()
                + (period.reason().endsWith(".") ? "" : ".");
    }

    private static String name(Actor actor) {
        return Stream.of(Optional.of(actor.kind().wireName()), actor.id(), actor.address())
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" "));
    }

    private static OperationException invalid(String field, String what) {
        return new OperationException(Reason.INVALID, field + " " + what + ".", List.of(new FieldError(field, what)));
    }
}
