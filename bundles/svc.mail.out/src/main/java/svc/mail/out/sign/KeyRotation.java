package svc.mail.out.sign;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.DkimKeys.State;
import svc.api.dns.Answer;
import svc.api.dns.Resolver;
import svc.api.shared.Leases;
import svc.api.time.BackgroundWork;
import svc.api.time.Clock;
import svc.mailauth.DkimKey;

/**
 * Looks up the records of the keys, lets new keys sign whose record is published, and deletes keys that have retired. The
 * times of the lookups are stored, so that a restart repeats none. Thread-safe.
 */
@Component(immediate = true, service = KeyRotation.class)
public final class KeyRotation {

    /** The time for which a retired key stays: other servers still verify its signatures. */
    static final Duration RETIRED = Duration.ofDays(7);

    private static final Logger LOG = LoggerFactory.getLogger(KeyRotation.class);
    private static final String NAME = "svc.mail.out.dkim";

    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final Duration NEXT_IF_NEW = Duration.ofHours(1);
    private static final Duration NEXT_IF_LIVE = Duration.ofDays(1);

    private final DomainKeys keys;
    private final Resolver resolver;
    private final Clock clock;
    private final Leases leases;
    private final BackgroundWork work;

    @Activate
    public KeyRotation(
            @Reference DomainKeys keys,
            @Reference Resolver resolver,
            @Reference Clock clock,
            @Reference Leases leases) {
        this.keys = keys;
        this.resolver = resolver;
        this.clock = clock;
        this.leases = leases;
        this.work = new BackgroundWork("svc-dkim", clock, e -> LOG.warn("DKIM keys could not be checked", e));
        work.in(Resolver.QUIET, this::run);
    }

    @Deactivate
    public void stop() {
        work.stop();
    }

    private void run() {
        work.in(INTERVAL, this::run);
        leases.take(NAME, INTERVAL).ifPresent(lease -> {
            try {
                check();
            } finally {
                lease.release();
            }
        });
    }

    private void check() {
        retireOthers();
        keys.read(sql -> KeyRows.due(sql, clock.now())).forEach(this::check);
        try {
            keys.deleteRetired(clock.now().minus(RETIRED));
        } catch (IOException e) {
            LOG.error("A file of a retired DKIM key could not be deleted; it is tried again", e);
        }
    }

    /** Retires the keys of domains that this server no longer has. */
    private void retireOthers() {
        for (DomainKey key : keys.all()) {
            if (key.state() != State.RETIRED && !keys.isOwn(key.domain())) {
                keys.write(sql -> KeyRows.retire(sql, key, clock.now()));
            }
        }
    }

    private void check(DomainKey key) {
        Answer<String> answer = resolver.txt(key.name());
        Instant now = clock.now();
        boolean isPublished = isPublished(answer, key);
        boolean isFirst = isPublished && key.state() == State.NEW;
        Instant next = now.plus(isFirst || key.state() == State.LIVE ? NEXT_IF_LIVE : NEXT_IF_NEW);
        keys.write(sql -> {
            KeyRows.postpone(sql, key, next);
            if (!(answer instanceof Answer.Failed<String>)) { // nothing is known about the record
                KeyRows.setPublished(sql, key, isPublished);
            }
            if (isFirst) {
                KeyRows.replace(sql, key, now);
            }
        });
        if (isFirst) {
            LOG.info("The DKIM key {} signs from now on", key.name());
        }
    }

    /** Returns whether DNS has the record, and no other: verifiers could take either (RFC 6376 §3.6.2.2). */
    private static boolean isPublished(Answer<String> answer, DomainKey key) {
        List<String> records = answer instanceof Answer.Found<String> found ? found.records() : List.of();
        return records.size() == 1 && DkimKey.matches(records.get(0), key.record());
    }
}
