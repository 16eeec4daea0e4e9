package svc.mail.out.tls;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.dns.Answer.Found;
import svc.api.dns.Resolver;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.TargetRule;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.mail.out.MailOutConfig;
import svc.mail.out.report.TaggedRecord;
import svc.mail.out.report.TlsResult;
import svc.mail.out.report.TlsResult.Detail;
import svc.mail.out.report.TlsResults;
import svc.mail.out.tls.StsPolicy.Mode;
import svc.mail.out.tls.StsRows.Known;

/**
 * Finds the MTA-STS policies of domains (RFC 8461). A policy is fetched when it is first needed and when the id in DNS
 * changes, and once a day by {@link StsRefresh}. If this fails, the last policy applies until it expires. Thread-safe.
 */
@Component(service = StsPolicies.class, configurationPid = "svc.mail.out")
public final class StsPolicies {

    /** RFC 8461 §3.3: the pause after a failure. */
    static final Duration PAUSE = Duration.ofMinutes(5);

    /** A policy is fetched again after this time. */
    static final Duration LOOK = Duration.ofDays(1);

    /** A policy that was not needed for this time is not fetched any more. */
    static final int DAYS_USED = 14;

    private static final Logger LOG = LoggerFactory.getLogger(StsPolicies.class);
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9]{1,32}");
    private static final int PORTION = 100;

    private final Resolver resolver;
    private final StsFetch fetch;
    private final StsRows rows;
    private final TlsResults results;
    private final Clock clock;
    private final ConcurrentMap<String, FutureTask<Optional<StsPolicy>>> running = new ConcurrentHashMap<>();

    @Activate
    public StsPolicies(
            MailOutConfig config,
            @Reference Resolver resolver,
            @Reference OutboundHttpClient http,
            @Reference Store store,
            @Reference TlsResults results,
            @Reference Clock clock) {
        this(resolver, new StsFetch(resolver, http, TargetRule.of(config.allow_private())), store, results, clock);
    }

    StsPolicies(Resolver resolver, StsFetch fetch, Store store, TlsResults results, Clock clock) {
        this.resolver = resolver;
        this.fetch = fetch;
        this.rows = new StsRows(store);
        this.results = results;
        this.clock = clock;
    }

    /** Returns the valid policy of a domain. Waits for the server of the policy, at most a minute. */
    Optional<StsPolicy> find(String domain) throws IOException {
        Optional<Known> known = rows.find(domain);
        Instant now = clock.now();
        Optional<StsPolicy> valid = known.flatMap(one -> one.valid(now));
        Optional<String> id = id(domain);
        boolean isCurrent = valid.isPresent() && known.orElseThrow().id().equals(id.orElse(""));
        if (id.isPresent() && !isCurrent && !hasFailed(known, id.get(), now)) {
            return fetchOnce(domain, id.get());
        }
        long today = today();
        if (known.isPresent() && known.get().usedDay() < today) {
            rows.used(domain, today);
        }
        return valid;
    }

    private static boolean hasFailed(Optional<Known> known, String id, Instant now) {
        return known.filter(Known::hasFailed)
                .filter(one -> one.triedId().equals(id))
                .filter(one -> one.triedAt().plus(PAUSE).isAfter(now))
                .isPresent();
    }

    private long today() {
        return LocalDate.ofInstant(clock.now(), ZoneOffset.UTC).toEpochDay();
    }

    /** Returns the id of the policy in DNS; empty if there is none, or the lookup failed. */
    private Optional<String> id(String domain) {
        return resolver.txt("_mta-sts." + domain) instanceof Found<String> found
                ? TaggedRecord.parse(found.records(), "STSv1")
                        .map(fields -> fields.getOrDefault("id", ""))
                        .filter(id -> ID.matcher(id).matches())
                : Optional.empty();
    }

    /** Threads that need the policy of a domain at the same time share one request. */
    private Optional<StsPolicy> fetchOnce(String domain, String id) throws IOException {
        FutureTask<Optional<StsPolicy>> mine = new FutureTask<>(() -> fetch(domain, id, today()));
        FutureTask<Optional<StsPolicy>> first = running.putIfAbsent(domain, mine);
        try {
            if (first == null) {
                mine.run();
            }
            return (first == null ? mine : first).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The search for the MTA-STS policy was interrupted", e);
        } catch (ExecutionException e) {
            throw new IOException("The MTA-STS policy cannot be determined", e.getCause());
        } finally {
            running.remove(domain, mine);
        }
    }

    private Optional<StsPolicy> fetch(String domain, String id, long usedDay) {
        Instant now = clock.now();
        try {
            StsPolicy policy = fetch.fetch(domain);
            rows.put(new Known(domain, id, Optional.of(policy), now.plus(policy.maxAge()), id, now, usedDay));
            return Optional.of(policy);
        } catch (StsFailedException e) {
            Known before =
                    rows.find(domain).orElse(new Known(domain, "", Optional.empty(), Instant.EPOCH, "", now, usedDay));
            rows.put(new Known(domain, before.id(), before.policy(), before.until(), id, now, usedDay));
            Optional<StsPolicy> valid = before.valid(now);
            failed(domain, e, valid);
            return valid;
        }
    }

    /** RFC 8461 §6: a failure is reported, unless the known policy has the mode none. */
    private void failed(String domain, StsFailedException failure, Optional<StsPolicy> valid) {
        if (valid.filter(policy -> policy.mode() == Mode.NONE).isPresent()) {
            return;
        }
        valid.ifPresent(policy -> LOG.warn(
                "The MTA-STS policy of {} cannot be refreshed; the last one still applies: {}",
                domain,
                failure.getMessage()));
        results.count(new TlsResult(
                domain,
                TlsPolicy.Type.STS.word(),
                valid.map(StsPolicy::lines).orElse(List.of()),
                valid.map(StsPolicy::mx).orElse(List.of()),
                failure.failure(),
                new Detail("", "", "", String.valueOf(failure.getMessage()))));
    }

    /** Fetches the policies that are used and were not fetched for a day, and deletes expired ones. */
    void refresh() {
        Instant now = clock.now();
        rows.purge(now, now.minus(LOOK));
        for (Known known : rows.stale(now, now.minus(LOOK), today() - DAYS_USED, PORTION)) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            fetch(known.domain(), id(known.domain()).orElse(known.id()), known.usedDay());
        }
    }
}
