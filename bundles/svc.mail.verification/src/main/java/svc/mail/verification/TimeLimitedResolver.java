package svc.mail.verification;

import java.net.InetAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Resolver;
import svc.api.time.Clock;

/**
 * A resolver for one message whose lookups fail when the time is over, also those that have begun. A check that uses it
 * then ends with a temporary error by itself. Thread-safe.
 */
final class TimeLimitedResolver implements Resolver, AutoCloseable {

    static final String REASON = "the lookups took too long";

    private final Resolver resolver;
    private final Clock.Alarm alarm;
    private final Set<Thread> waiting = new HashSet<>();
    private boolean isOver;

    TimeLimitedResolver(Resolver resolver, Clock clock, Duration limit) {
        this.resolver = resolver;
        this.alarm = clock.schedule(limit, this::expire);
    }

    /** A resolver returns at once when its thread is interrupted. */
    private synchronized void expire() {
        isOver = true;
        waiting.forEach(Thread::interrupt);
    }

    private synchronized boolean begin() {
        return !isOver && waiting.add(Thread.currentThread());
    }

    /** Ends a lookup. The interruption by {@link #expire} ends with it. Returns whether the time is over. */
    private synchronized boolean end() {
        waiting.remove(Thread.currentThread());
        return isOver && (Thread.interrupted() || isOver);
    }

    private <T> Answer<T> limited(Supplier<Answer<T>> lookup) {
        Answer<T> late = new Failed<>(Failure.TEMPORARY, REASON);
        if (!begin()) {
            return late;
        }
        Answer<T> answer = late;
        boolean expired = false;
        try {
            answer = lookup.get();
        } finally {
            expired = end();
        }
        return expired && answer instanceof Failed ? late : answer;
    }

    @Override
    public Answer<String> txt(String name) {
        return limited(() -> resolver.txt(name));
    }

    @Override
    public Answer<InetAddress> addresses(String host, Family family) {
        return limited(() -> resolver.addresses(host, family));
    }

    @Override
    public Answer<Mx> mx(String domain) {
        return limited(() -> resolver.mx(domain));
    }

    @Override
    public Answer<Srv> srv(String name) {
        return limited(() -> resolver.srv(name));
    }

    @Override
    public Answer<String> ptr(InetAddress address) {
        return limited(() -> resolver.ptr(address));
    }

    @Override
    public Answer<Tlsa> tlsa(String name) {
        return limited(() -> resolver.tlsa(name));
    }

    @Override
    public Answer<String> cname(String name) {
        return limited(() -> resolver.cname(name));
    }

    /** Ends the lookups that still run. */
    @Override
    public void close() {
        alarm.cancel();
        expire();
    }
}
