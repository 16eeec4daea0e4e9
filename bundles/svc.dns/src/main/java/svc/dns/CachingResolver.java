package svc.dns;

import static java.util.Objects.requireNonNullElse;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
import java.util.function.Function;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.MXRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Record;
import org.xbill.DNS.ReverseMap;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.Type;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.None;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver;
import svc.api.time.Clock;

/**
 * The {@link Resolver} of this server: a cache in front of the servers of {@code [dns]}. Lookups of the same records
 * share one request. Thread-safe.
 */
@Component(
        service = {Resolver.class, CachingResolver.class},
        configurationPid = "svc.dns")
@Designate(ocd = DnsConfig.class)
public final class CachingResolver implements Resolver {

    /** Only after this time does the resolver check its servers without a lookup. */
    static final Duration QUIET = Duration.ofMinutes(2);

    /** The largest number of lookups that wait for a server. Further lookups wait for one of them. */
    static final int OUTSTANDING = 64;

    private static final Logger LOG = LoggerFactory.getLogger(CachingResolver.class);
    private static final int ENTRY_BYTES = 400;

    private final Clock clock;
    private final LookupCounters counters;
    private final Network network;
    private final TtlCache<Question, Answer<Record>> cache;
    private final ConcurrentMap<Question, CompletableFuture<Answer<Record>>> running = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor threads;
    private final Clock.Alarm firstCheck;
    private final long startedAt;

    @Activate
    public CachingResolver(
            DnsConfig config, BundleContext context, @Reference Clock clock, @Reference LookupCounters counters) {
        this(Settings.of(config, Path.of(requireNonNullElse(context.getProperty("svc.home"), "."))), clock, counters);
    }

    CachingResolver(Settings settings, Clock clock, LookupCounters counters) {
        this.clock = clock;
        this.counters = counters;
        this.network = new Network(settings, clock);
        this.cache = new TtlCache<>(settings.cacheBytes());
        this.threads = new ThreadPoolExecutor(
                OUTSTANDING, OUTSTANDING, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "svc-dns");
                    thread.setDaemon(true);
                    return thread;
                });
        this.threads.allowCoreThreadTimeOut(true);
        this.startedAt = clock.nanos();
        this.firstCheck = clock.schedule(QUIET, this::checkServers);
    }

    @Deactivate
    void stop() {
        firstCheck.cancel();
        threads.shutdownNow();
    }

    Network network() {
        return network;
    }

    /** Returns whether the time after the start is over in which only lookups cause queries. */
    boolean mayCheck() {
        return clock.nanos() - startedAt >= QUIET.toNanos();
    }

    /** A server that removes signatures is logged. */
    private void checkServers() {
        if (network.settings().dnssec() == Settings.Dnssec.VALIDATE) {
            submit(new Question(network.anchor(), Type.SOA), new CompletableFuture<>());
        }
    }

    @Override
    public Answer<String> txt(String name) {
        return typed(answer(DnsName.parse(name), Type.TXT), record -> text((TXTRecord) record));
    }

    @Override
    public Answer<InetAddress> addresses(String host, Family family) {
        return family == Family.IPV4
                ? typed(answer(DnsName.parse(host), Type.A), record -> ((ARecord) record).getAddress())
                : typed(answer(DnsName.parse(host), Type.AAAA), record -> ((AAAARecord) record).getAddress());
    }

    @Override
    public Answer<Mx> mx(String domain) {
        return typed(answer(DnsName.parse(domain), Type.MX), record -> {
            MXRecord mx = (MXRecord) record;
            return new Mx(mx.getPriority(), DnsName.text(mx.getTarget()));
        });
    }

    @Override
    public Answer<String> ptr(InetAddress address) {
        return typed(
                answer(Optional.of(ReverseMap.fromAddress(address)), Type.PTR),
                record -> DnsName.text(((PTRRecord) record).getTarget()));
    }

    private static String text(TXTRecord record) {
        StringBuilder text = new StringBuilder();
        for (byte[] part : record.getStringsAsByteArrays()) {
            text.append(new String(part, StandardCharsets.ISO_8859_1));
        }
        return text.toString();
    }

    private static <T> Answer<T> typed(Answer<Record> answer, Function<Record, T> read) {
        if (answer instanceof Found<Record> found) {
            return new Found<>(found.records().stream().map(read).toList(), found.security());
        }
        if (answer instanceof None<Record> none) {
            return new None<>(none.security());
        }
        Failed<Record> failed = (Failed<Record>) answer;
        return new Failed<>(failed.failure(), failed.reason());
    }

    private Answer<Record> answer(Optional<Name> name, int type) {
        if (name.isEmpty()) {
            return new None<>(Security.INSECURE);
        }
        Question question = new Question(name.get(), type);
        Optional<Answer<Record>> cached = cache.get(question, clock.nanos());
        if (cached.isPresent()) {
            counters.cached.increment();
            return cached.get();
        }
        CompletableFuture<Answer<Record>> mine = new CompletableFuture<>();
        CompletableFuture<Answer<Record>> first = running.putIfAbsent(question, mine);
        if (first == null) {
            submit(question, mine);
        }
        return await(first == null ? mine : first);
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
