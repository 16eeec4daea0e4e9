package svc.dns;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xbill.DNS.Record;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Found;
import svc.api.time.Clock;

/** Runs lookups on a limited number of threads, one for each question at a time, and caches answers. Thread-safe. */
final class SharedLookups {

    /** The largest number of lookups that wait for a server. Further lookups wait for one of them. */
    static final int OUTSTANDING = 64;

    private static final Logger LOG = LoggerFactory.getLogger(SharedLookups.class);
    private static final int ENTRY_BYTES = 400;

    private final Network network;
    private final Clock clock;
    private final LookupCounters counters;
    private final TtlCache<Question, Answer<Record>> cache;
    private final ConcurrentMap<Question, CompletableFuture<Answer<Record>>> running = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor threads;

    SharedLookups(Network network, Clock clock, LookupCounters counters) {
        this.network = network;
        this.clock = clock;
        this.counters = counters;
        this.cache = new TtlCache<>(network.settings().cacheBytes());
        this.threads = new ThreadPoolExecutor(
                OUTSTANDING, OUTSTANDING, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "svc-dns");
                    thread.setDaemon(true);
                    return thread;
                });
        this.threads.allowCoreThreadTimeOut(true);
    }

    void stop() {
        threads.shutdownNow();
        running.values().forEach(waiting -> waiting.complete(temporary("the server is stopping")));
    }

    /** Returns the answer from the cache or the network. */
    Answer<Record> answer(Question question) {
        Optional<Answer<Record>> cached = cache.get(question, clock.nanos());
        if (cached.isPresent()) {
            counters.cached.increment();
            return cached.get();
        }
        return await(start(question));
    }

    /** Starts a lookup unless one for the same question is running. */
    CompletableFuture<Answer<Record>> start(Question question) {
        CompletableFuture<Answer<Record>> mine = new CompletableFuture<>();
        CompletableFuture<Answer<Record>> first = running.putIfAbsent(question, mine);
        if (first != null) {
            return first;
        }
        submit(question, mine);
        return mine;
    }

    private void submit(Question question, CompletableFuture<Answer<Record>> result) {
        try {
            threads.execute(() -> result.complete(lookUp(question, result)));
        } catch (RejectedExecutionException e) {
            running.remove(question, result);
            result.complete(temporary("the server is stopping"));
        }
    }

    /** Runs on a thread of the pool. The answer is in the cache before the lookup is no longer running. */
    private Answer<Record> lookUp(Question question, CompletableFuture<Answer<Record>> result) {
        try {
            return cache.get(question, clock.nanos()).orElseGet(() -> fromNetwork(question));
        } catch (RuntimeException | StackOverflowError e) { // a hostile answer must not leave the callers waiting
            LOG.warn("The lookup of {} failed", question, e);
            return temporary(question + ": the answer cannot be processed");
        } finally {
            running.remove(question, result);
        }
    }

    private Answer<Record> fromNetwork(Question question) {
        long began = clock.nanos();
        Lookup.Result result = network.lookup(question);
        counters.count(result.answer(), clock.nanos() - began);
        cache.put(question, result.answer(), clock.nanos(), result.nanos(), size(result.answer()));
        return result.answer();
    }

    private static int size(Answer<Record> answer) {
        return answer instanceof Found<Record> found
                ? found.records().stream()
                        .mapToInt(record -> ENTRY_BYTES + record.toWireCanonical().length)
                        .sum()
                : ENTRY_BYTES;
    }

    private Answer<Record> await(CompletableFuture<Answer<Record>> result) {
        Duration timeout = network.settings().timeout();
        try {
            return result.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return temporary("no answer within " + timeout.toSeconds() + " seconds");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return temporary("the lookup was interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException("the lookup always has an answer", e);
        }
    }

    private static Answer<Record> temporary(String reason) {
        return new Failed<>(Failure.TEMPORARY, reason);
    }
}
