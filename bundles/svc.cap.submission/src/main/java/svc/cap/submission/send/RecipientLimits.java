package svc.cap.submission.send;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.delivery.MailQueue;
import svc.api.identity.Account;
import svc.api.jmap.SetError;
import svc.api.shared.EventCounters;
import svc.api.shared.EventCounters.CountedEvent;
import svc.api.shared.EventCounters.Event;

/**
 * Limits the recipients of an account within an hour and within a day, and those that other servers refuse, over all
 * protocols. Thread-safe.
 */
@Component(service = RecipientLimits.class, configurationPid = "svc.submission")
@Designate(ocd = RecipientLimitsConfig.class)
public final class RecipientLimits {

    /** The type of the error of a limit (RFC 8620 §5.3). */
    static final String EXCEEDED = "rateLimit";

    /** The type of the error of an account that may not send now (RFC 8621 §7.5). */
    static final String STOPPED = "forbiddenToSend";

    private static final String REALM = "recipients of sent mail";
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final int perHour;
    private final int perDay;
    private final EventCounters counters;
    private final MailQueue queue;

    @Activate
    public RecipientLimits(
            RecipientLimitsConfig config, @Reference EventCounters counters, @Reference MailQueue queue) {
        this.perHour = config.recipients_per_hour();
        this.perDay = config.recipients_per_day();
        this.counters = counters;
        this.queue = queue;
    }

    /**
     * Counts the recipients of a message for the account and for the user who sends in its name, so that neither can
     * exceed the limits with the help of the other.
     *
     * @param account the account that sends the message
     * @param by the account of the user; in general the same account
     * @throws SetError {@code rateLimit} if the message exceeds a limit, {@code forbiddenToSend} if other servers have
     *     refused too many recipients of the account; then the recipients are not counted
     */
    synchronized void count(Account account, Account by, int recipients) {
        List<Account> charged = account.n() == by.n() ? List.of(account) : List.of(account, by);
        for (Account one : charged) {
            queue.deferral(one).ifPresent(reply -> {
                throw new SetError(STOPPED, reply.text());
            });
            List<CountedEvent> sent = counters.recent(REALM, one.id(), DAY);
            check(sum(sent, HOUR) + recipients, perHour, "hour");
            check(sum(sent, DAY) + recipients, perDay, "day");
        }
        for (Account one : charged) {
            // Events with the same value count once, so the value is unique.
            String value = UUID.randomUUID().toString();
            counters.add(REALM, one.id(), new Event(value, one.id(), Integer.toString(recipients)), DAY);
        }
    }

    private static int sum(List<CountedEvent> sent, Duration window) {
        return sent.stream()
                .filter(event -> event.age().compareTo(window) < 0)
                .mapToInt(event -> Integer.parseInt(event.event().source()))
                .sum();
    }

    private static void check(int total, int limit, String period) {
        if (total > limit) {
            throw new SetError(
                    EXCEEDED,
                    "An account may send to " + limit + " recipients within one " + period
                            + " ([submission] recipients_per_" + period + "). Try again later.");
        }
    }
}
