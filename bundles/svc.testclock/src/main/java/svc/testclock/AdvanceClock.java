package svc.testclock;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;

/** The operation {@code svc clock advance PT24H}: advances the server's clock. */
@Component
public final class AdvanceClock implements OperationGroup {

    private final AdvanceableClock clock;

    @Activate
    public AdvanceClock(@Reference AdvanceableClock clock) {
        this.clock = clock;
    }

    /** The time after the advance. */
    public record Time(String now) {}

    @Operation(command = "clock advance", help = "Move the clock of this test server forward")
    public Time advance(@Positional @Help("a duration such as PT24H or P7D") String by) {
        try {
            Duration duration = Duration.parse(by);
            if (duration.isNegative()) {
                throw new OperationException(Reason.INVALID, "Time only moves forward; give a positive duration.");
            }
            return new Time(clock.advance(duration).toString());
        } catch (DateTimeParseException e) {
            throw new OperationException(Reason.INVALID, by + " is no duration; write PT24H or P7D.");
        }
    }
}
