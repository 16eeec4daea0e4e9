package svc.testclock;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Positional;

/** {@code svc clock advance PT24H}. */
@Component(service = AdminOperation.class)
public final class AdvanceOperation implements AdminOperation<AdvanceOperation.Arguments, AdvanceOperation.Time> {

    private final MovedClock clock;

    /** Moves this clock. */
    @Activate
    public AdvanceOperation(@Reference MovedClock clock) {
        this.clock = clock;
    }

    /** How far. */
    public record Arguments(
            @Positional @Help("a duration such as PT24H or P7D")
            String by) {}

    /** The time now. */
    public record Time(String now) {}

    @Override
    public String noun() {
        return "clock";
    }

    @Override
    public String verb() {
        return "advance";
    }

    @Override
    public String help() {
        return "Move the clock of this test server forward";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Time run(Arguments arguments) {
        try {
            Duration by = Duration.parse(arguments.by());
            if (by.isNegative()) {
                throw new OperationProblem(Reason.INVALID, "Time only moves forward; give a positive duration.");
            }
            return new Time(clock.advance(by).toString());
        } catch (DateTimeParseException e) {
            throw new OperationProblem(Reason.INVALID, arguments.by() + " is no duration; write PT24H or P7D.");
        }
    }
}
