package svc.delivery.queue;

import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.lifecycle.StartupException;
import svc.api.operation.TimeSpan;

/** The configured retry schedule of the queue. Thread-safe. */
@Component(service = RetrySchedule.class, configurationPid = "svc.mail.out")
@Designate(ocd = QueueConfig.class)
public final class RetrySchedule {

    private static final Duration SHORTEST = Duration.ofMinutes(1);

    private final Backoff backoff;

    /**
     * Parses the configuration.
     *
     * @throws StartupException a value is not a time span, or a pause is longer than the next value
     */
    @Activate
    public RetrySchedule(QueueConfig config) {
        Duration first = span("retry_first", config.retry_first(), SHORTEST);
        Duration longest = span("retry_longest", config.retry_longest(), first);
        backoff = new Backoff(first, longest, span("retry_life", config.retry_life(), longest));
    }

    private static Duration span(String key, String text, Duration shortest) {
        return TimeSpan.parse(text.strip())
                .filter(span -> span.compareTo(shortest) >= 0)
                .orElseThrow(() -> new StartupException(
                        "[mail.out] " + key + ": \"" + text + "\" is not a time span of at least "
                                + shortest.toMinutes() + " minutes.",
                        "Write for example \"5m\", \"4h\" or \"5d\"; retry_first is the shortest and retry_life the"
                                + " longest of the three."));
    }

    /** Returns the schedule. */
    public Backoff backoff() {
        return backoff;
    }
}
