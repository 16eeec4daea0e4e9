package svc.push.web;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Writing;
import svc.api.time.Clock;

/**
 * What is done once a minute: subscriptions end with their time and their sign-in, it is written down up to where clients were told,
 * and what was deleted is overwritten. Any thread.
 */
final class Housekeeping {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** So often nothing is taken for granted. */
    private static final int ROUNDS = 60;

    private static final int PORTION = 500;

    private final Store store;
    private final Directory directory;
    private final Clock clock;
    private final Book book;
    private final Meters meters;
    private final Executor threads;
    private final AtomicBoolean deleted = new AtomicBoolean();
    private Clock.@Nullable Alarm alarm;
    private boolean ended;
    private int round;

    Housekeeping(Store store, Directory directory, Clock clock, Book book, Meters meters, Executor threads) {
        this.store = store;
        this.directory = directory;
        this.clock = clock;
        this.book = book;
        this.meters = meters;
        this.threads = threads;
    }

    /** Begins. */
    synchronized void begin() {
        if (!ended) {
            alarm = clock.after(PAUSE, () -> threads.execute(this::work));
        }
    }

    private void work() {
        try {
            round = (round + 1) % ROUNDS;
            drop("expired", lines(line -> line.expired(clock.now())));
            drop(
                    "sign_in",
                    lines(line -> (round == 0 || line.doubtful(directory::version))
                            && caller(line).isEmpty()));
            write();
            if (deleted.getAndSet(false) && !store.forgetDeleted()) {
                deleted.set(true);
            }
        } catch (RuntimeException e) {
            LOG.warn("Push subscriptions could not be looked after; it is tried again in a minute", e);
        } finally {
            begin();
        }
    }

    private List<Line> lines(Predicate<Line> which) {
        return book.all().stream().filter(which).toList();
    }

    /** Who has made a subscription, while the sign-in is there. */
    Optional<Caller> caller(Line line) {
        Owner owner = line.owner();
        Optional<Account> account = directory.accounts(owner.account() - 1, 1).stream()
                .filter(found -> found.n() == owner.account())
                .findFirst();
        long version =
                account.map(found -> directory.version(found.organization())).orElse(0L);
        Optional<Caller> caller = account.map(found -> new Caller(found, owner.device(), owner.secret(), ""))
                .filter(directory::present);
        caller.ifPresent(found -> line.seen(found.account().organization(), version));
        return caller;
    }

    /** Ends subscriptions. */
    void drop(String why, Collection<Line> lines) {
        if (lines.isEmpty()) {
            return;
        }
        List<Long> numbers = lines.stream().map(Line::n).toList();
        store.write(Scope.system(), Writing.named("svc.push.web: subscriptions end", tx -> {
            SubscriptionRows.delete(tx.sql(), numbers);
            return true;
        }));
        lines.forEach(book::remove);
        meters.dropped(why, lines.size());
        deleted();
    }

    /** Something is to be overwritten. */
    void deleted() {
        deleted.set(true);
    }

    /** Writes down up to where clients were told: one write for many, for what is not written is told once more at the worst. */
    private void write() {
        List<Line> lines = lines(line -> line.unkept().isPresent());
        for (int i = 0; i < lines.size(); i += PORTION) {
            Map<Line, Told> portion = new HashMap<>();
            lines.subList(i, Math.min(lines.size(), i + PORTION))
                    .forEach(line -> line.unkept().ifPresent(told -> portion.put(line, told)));
            store.write(Scope.system(), Writing.named("svc.push.web: up to where clients were told", tx -> {
                portion.forEach((line, told) -> SubscriptionRows.told(tx.sql(), line.n(), told));
                return true;
            }));
            portion.forEach(Line::keep);
        }
    }

    /** Ends. */
    void end() {
        synchronized (this) {
            ended = true;
            if (alarm != null) {
                alarm.cancel();
            }
        }
        try {
            write();
        } catch (RuntimeException e) {
            LOG.warn("Up to where clients were told could not be written down; they are told once more", e);
        }
    }
}
