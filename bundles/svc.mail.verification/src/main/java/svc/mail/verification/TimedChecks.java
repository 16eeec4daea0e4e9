package svc.mail.verification;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.dns.Resolver;
import svc.api.time.Clock;
import svc.mailauth.ArcResult;
import svc.mailauth.ArcVerifier;
import svc.mailauth.DkimResult;
import svc.mailauth.DkimVerifier;
import svc.mailauth.DmarcVerifier;
import svc.mailauth.DomainName;
import svc.mailauth.MessageSignatures;
import svc.mailauth.SpfCheck;
import svc.mailauth.SpfResult;
import svc.mime.Headers;

/** Runs the checks of a message within the time for its lookups: SPF, DKIM and ARC, then DMARC. Thread-safe. */
final class TimedChecks {

    /** The time for all lookups of a message: a second less than that of a message check, which would lose the results. */
    static final Duration LONGEST = Duration.ofSeconds(9);

    /**
     * The time for SPF, DKIM and ARC, whose lookups the sender chooses. The rest is reserved for DMARC, so that a sender
     * with slow DNS servers cannot avoid the policy of the author domain.
     */
    static final Duration LONGEST_WITHOUT_DMARC = Duration.ofSeconds(6);

    /** The number of signatures of all messages that are verified at the same time on threads of their own. */
    private static final int MOST_THREADS = 256;

    private static final int IDLE_SECONDS = 60;

    private final Resolver resolver;
    private final Clock clock;

    /** If no thread is free, the thread of the message verifies the signature. */
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0,
            MOST_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> new Thread(task, "svc-mail-verification"),
            (task, pool) -> task.run());

    TimedChecks(Resolver resolver, Clock clock) {
        this.resolver = resolver;
        this.clock = clock;
    }

    void stop() {
        threads.shutdownNow();
    }

    /** Checks a message that has ended. */
    Findings run(MessageSignatures message, Envelope envelope, Arrival arrival) {
        long began = clock.nanos();
        List<SpfResult> spf = new ArrayList<>();
        List<DkimResult> dkim;
        ArcResult arc;
        try (TimeLimitedResolver limited = new TimeLimitedResolver(resolver, clock, LONGEST_WITHOUT_DMARC)) {
            List<Future<DkimResult>> signatures = new DkimVerifier(limited, clock)
                    .checks(message).stream().map(this::start).toList();
            Future<ArcResult> chain = start(() -> new ArcVerifier(limited, clock).verify(message));
            SpfCheck check = new SpfCheck(limited, clock);
            if (!envelope.sender().isEmpty()) { // otherwise MAIL FROM is the same identity (RFC 7208 §2.4)
                spf.add(check.helo(arrival.client(), arrival.helo()));
            }
            spf.add(check.mailFrom(arrival.client(), arrival.helo(), envelope.sender()));
            dkim = signatures.stream().map(TimedChecks::get).toList();
            arc = get(chain);
        }
        Duration rest = LONGEST.minusNanos(clock.nanos() - began);
        try (TimeLimitedResolver limited = new TimeLimitedResolver(resolver, clock, rest)) {
            Headers headers = message.headers();
            SpfResult mailFrom = spf.get(spf.size() - 1);
            return new Findings(
                    spf,
                    dkim,
                    arc,
                    new DmarcVerifier(limited).verify(headers, mailFrom, dkim),
                    message.isHeaderTooLong() || !headers.all("From").isEmpty(),
                    isOfOneDomain(headers));
        }
    }

    private static boolean isOfOneDomain(Headers headers) {
        return headers.all("From").stream()
                        .flatMap(from -> from.addresses().stream())
                        .map(address -> String.valueOf(DomainName.ofAddress(address.email())))
                        .distinct()
                        .count()
                <= 1;
    }

    private <T> Future<T> start(Supplier<T> check) {
        FutureTask<T> task = new FutureTask<>(check::get);
        threads.execute(task);
        return task;
    }

    private static <T> T get(Future<T> result) {
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("A signature could not be verified.", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("The check of the message was interrupted.");
        }
    }
}
