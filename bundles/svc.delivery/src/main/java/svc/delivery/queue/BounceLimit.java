package svc.delivery.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.SmtpReply;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.identity.Account;
import svc.api.shared.EventCounters;
import svc.api.shared.EventCounters.CountedEvent;
import svc.api.shared.EventCounters.Event;

/**
 * Stops an account if other servers refuse too many of its recipients: it sends to addresses that do not exist, often
 * with a stolen password, and other servers would soon refuse all mail of this server. A health check warns of stopped
 * accounts. Thread-safe.
 */
@Component(
        service = {BounceLimit.class, HealthCheck.class},
        configurationPid = "svc.mail.out")
public final class BounceLimit implements HealthCheck {

    /** The number of recipients to which the percentage refers. */
    static final int RECIPIENTS = 50;

    private static final Logger LOG = LoggerFactory.getLogger(BounceLimit.class);
    private static final String NAME = "queue-bounces";
    private static final String REALM = "replies of other servers";
    private static final String REFUSED = "refused";
    private static final Duration WINDOW = Duration.ofDays(1);
    private static final int PERCENT = 100;

    private final int mostPercent;
    private final EventCounters counters;
    private final Set<Account> stopped = ConcurrentHashMap.newKeySet();

    @Activate
    public BounceLimit(QueueConfig config, @Reference EventCounters counters) {
        this.mostPercent = config.max_bounce_percent();
        this.counters = counters;
    }

    /**
     * Counts the reply of another server to a message of an account.
     *
     * @param recipient identifies the recipient of the message
     */
    public void count(Account account, String recipient, SmtpReply reply) {
        if (reply.isTransient()) {
            return;
        }
        String source = reply.isPermanent() ? REFUSED : "";
        long refused = refused(
                counters.add(REALM, account.id(), new Event(recipient, account.id(), source), WINDOW, RECIPIENTS));
        if (isAbove(refused) && stopped.add(account)) {
            LOG.warn(
                    "Account {} cannot send for now: other servers refused {} of its last {} recipients",
                    account.id(),
                    refused,
                    RECIPIENTS);
        }
    }

    /** Returns the number of refused recipients among the last ones; 0 if there are too few. */
    private static long refused(List<CountedEvent> replies) {
        return replies.size() < RECIPIENTS
                ? 0
                : replies.stream()
                        .filter(reply -> reply.event().source().equals(REFUSED))
                        .count();
    }

    private boolean isAbove(long refused) {
        return refused * PERCENT > (long) mostPercent * RECIPIENTS;
    }

    /** Returns the reply to messages of a stopped account. */
    Optional<SmtpReply> deferral(Account account) {
        long refused = refused(counters.recent(REALM, account.id(), WINDOW));
        return isAbove(refused)
                ? Optional.of(
                        new SmtpReply(
                                451,
                                "4.7.1",
                                "Other servers refused " + refused + " of the last " + RECIPIENTS
                                        + " recipients of this account. Correct the addresses and ask the operator, or wait a day."))
                : Optional.empty();
    }

    /** Lets an account send again. Returns false if it was not stopped. */
    boolean resume(Account account) {
        boolean wasStopped = deferral(account).isPresent();
        if (wasStopped) {
            counters.remove(REALM, account.id());
        }
        stopped.remove(account);
        return wasStopped;
    }

    @Override
    public String family() {
        return "queue";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        stopped.removeIf(account -> deferral(account).isEmpty());
        List<String> addresses = stopped.stream().map(Account::email).sorted().toList();
        if (addresses.isEmpty()) {
            return List.of(Finding.ok(NAME, "No account is stopped because of refused recipients."));
        }
        return List.of(Finding.warn(
                        NAME,
                        "These accounts cannot send, because other servers refused more than " + mostPercent
                                + " % of their last recipients: " + Finding.names(addresses) + ".",
                        "Ask the user of " + addresses.get(0)
                                + " whether the messages are the user's own. If not, change"
                                + " the password; then run `svc queue resume " + addresses.get(0) + "`.")
                .with(Map.of("stopped", addresses.size())));
    }
}
