package svc.http.client;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.TargetRefusedException;
import svc.api.http.client.TargetRule;

/** Resolves a target, and decides whether a request may be sent to its addresses. */
final class TargetCheck {

    private static final int LOOKUPS = 8;
    private static final int LOOKUP_SECONDS = 3;

    private final Lookup names;
    private final Predicate<InetAddress> isPublic;
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(0, LOOKUPS, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                Thread thread = new Thread(work, "http-client-names");
                thread.setDaemon(true);
                return thread;
            });

    TargetCheck(Lookup names, Predicate<InetAddress> isPublic) {
        this.names = names;
        this.isPublic = isPublic;
    }

    /** Resolves a host name or a literal address. May wait for the network. */
    @FunctionalInterface
    interface Lookup {
        List<InetAddress> addresses(String host) throws UnknownHostException;
    }

    /** Returns the addresses of a target if all of them are permitted. Waits for the DNS. */
    List<InetAddress> addresses(HttpTarget target, TargetRule rule) throws TargetRefusedException {
        checkScheme(target, rule);
        try {
            return permitted(target, rule, names.addresses(target.host()));
        } catch (UnknownHostException e) {
            throw unknownHost();
        }
    }

    private static void checkScheme(HttpTarget target, TargetRule rule) throws TargetRefusedException {
        if (!target.secure() && rule != TargetRule.ANY) {
            throw new TargetRefusedException("The url does not begin with https://. Use an https URL.");
        }
    }

    /** Returns the addresses that were found for a target if all of them are permitted. */
    List<InetAddress> permitted(HttpTarget target, TargetRule rule, List<InetAddress> found)
            throws TargetRefusedException {
        checkScheme(target, rule);
        boolean any = rule == TargetRule.ANY;
        // The JDK returns an IPv4 address for an IPv6 literal that contains one.
        boolean mapped = target.colons() && found.stream().anyMatch(Inet4Address.class::isInstance);
        if (!any && (found.isEmpty() || mapped || !found.stream().allMatch(isPublic))) {
            throw new TargetRefusedException(
                    "The host of the url is not a public Internet host. Use the URL of a public server.");
        }
        return found;
    }

    /** Checks a target. A lookup that takes too long, or exceeds the limit of concurrent lookups, counts as failed. */
    void checkInTime(HttpTarget target, TargetRule rule) throws TargetRefusedException {
        try {
            threads.submit(() -> addresses(target, rule)).get(LOOKUP_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof TargetRefusedException refused ? refused : unknownHost();
        } catch (RejectedExecutionException | TimeoutException e) {
            throw unknownHost(); // the caller does not distinguish the reasons
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unknownHost();
        }
    }

    private static TargetRefusedException unknownHost() {
        return new TargetRefusedException("The host of the url has no address in the DNS. Check the name.");
    }

    boolean isStopped() {
        return threads.isShutdown();
    }

    void stop() {
        threads.shutdownNow();
    }
}
