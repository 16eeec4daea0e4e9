package svc.dns;

import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.xbill.DNS.DClass;
import org.xbill.DNS.EDNSOption;
import org.xbill.DNS.Message;
import org.xbill.DNS.RRset;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.TSIG;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.dnssec.ValidatingResolver;
import svc.api.dns.Answer.Failure;

/**
 * Validates answers of one lookup with DNSSEC. The library asks for further records (DS, DNSKEY) from its own threads;
 * the thread of the lookup sends these queries, so that their limits hold and a failed query fails the lookup.
 */
final class Validator implements org.xbill.DNS.Resolver {

    private static final int MOST_QUERIES = 50;
    private static final long LONGEST_KEPT = Duration.ofHours(1).toNanos();

    private final Source source;
    private final TtlCache<Question, Message> keys;
    private final svc.api.time.Clock clock;
    private final long until;
    private final ValidatingResolver library;
    private final BlockingQueue<Optional<Pending>> requests = new LinkedBlockingQueue<>();
    private final Set<Question> fromCache = new HashSet<>();
    private int queries;

    /** Where the records come from. */
    @FunctionalInterface
    interface Source {
        Message ask(Question question) throws LookupException;
    }

    private record Pending(Question question, CompletableFuture<Message> answer) {}

    /**
     * Creates a validator for a lookup.
     *
     * @param source sends the queries
     * @param anchors the trust anchors
     * @param keys the cache of DS and DNSKEY answers, which are validated again in each lookup
     * @param clock decides whether signatures are valid
     * @param until the monotonic time when the lookup ends
     */
    Validator(
            Source source,
            List<RRset> anchors,
            TtlCache<Question, Message> keys,
            svc.api.time.Clock clock,
            long until) {
        this.source = source;
        this.keys = keys;
        this.clock = clock;
        this.until = until;
        this.library = new ValidatingResolver(this, Clock.fixed(clock.now(), java.time.ZoneOffset.UTC));
        anchors.forEach(set -> library.getTrustAnchors().store(new RRset(set)));
    }

    /**
     * Returns the answer to a question; its AD flag is set if it is secure.
     *
     * @throws LookupException if a query failed or the answer is bogus
     */
    Message validated(Question question) throws LookupException {
        Message query = Message.newQuery(question.record());
        CompletableFuture<Message> result =
                library.sendAsync(query, Runnable::run).toCompletableFuture();
        CompletableFuture<?> unused = result.whenComplete((answer, error) -> requests.add(Optional.empty()));
        for (Optional<Pending> next = next(); next.isPresent(); next = next()) {
            Pending pending = next.get();
            pending.answer()
                    .complete(answer(pending.question(), pending.question().equals(question)));
        }
        Message answer = joined(result);
        if (answer.getRcode() == Rcode.SERVFAIL) { // the source returns no such answer
            fromCache.forEach(keys::remove); // the zone may have new keys
            throw new LookupException(Failure.BOGUS, reason(answer));
        }
        return answer;
    }

    private Optional<Pending> next() throws LookupException {
        try {
            Optional<Pending> next = requests.poll(Math.max(0, until - clock.nanos()), TimeUnit.NANOSECONDS);
            if (next == null) {
                throw LookupException.temporary("the validation took too long");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LookupException.temporary("the server is stopping");
        }
    }

    private static Message joined(CompletableFuture<Message> result) throws LookupException {
        try {
            return result.join();
        } catch (CompletionException e) { // the library throws various exceptions for hostile answers
            throw new LookupException(Failure.BOGUS, "the answer cannot be validated: " + e.getCause());
        }
    }

    private Message answer(Question question, boolean main) throws LookupException {
        if (main) {
            return withAuthority(question, counted(question));
        }
        Optional<Message> kept = keys.get(question, clock.nanos());
        if (kept.isPresent()) {
            fromCache.add(question);
            return kept.get().clone(); // the library changes the header
        }
        Message answer = counted(question);
        long nanos = Math.min(Ttl.of(answer, question.name()), LONGEST_KEPT);
        keys.put(question, answer.clone(), clock.nanos(), nanos, answer.numBytes());
        return answer;
    }

    private Message counted(Question question) throws LookupException {
        queries++;
        if (queries > MOST_QUERIES) {
            throw LookupException.temporary("the validation needs too many queries");
        }
        return source.ask(question);
    }

    /**
     * Some servers of unsigned zones send negative answers without a SOA record. The validator decides by the names of
     * the records whether the zone is signed, so it gets an unsigned record of this name, which fails in a signed zone.
     */
    private static Message withAuthority(Question question, Message answer) {
        if (answer.getSection(Section.ANSWER).isEmpty()
                && answer.getSection(Section.AUTHORITY).isEmpty()) {
            answer.addRecord(
                    new SOARecord(question.name(), DClass.IN, 0, question.name(), question.name(), 0, 0, 0, 0, 0),
                    Section.AUTHORITY);
        }
        return answer;
    }

    private static String reason(Message answer) {
        return answer.getSection(Section.ADDITIONAL).stream()
                .filter(record -> record.getDClass() == ValidatingResolver.VALIDATION_REASON_QCLASS)
                .filter(TXTRecord.class::isInstance)
                .map(record -> String.join("", ((TXTRecord) record).getStrings()))
                .findFirst()
                .orElse("the signatures are not valid");
    }

    @Override
    public CompletionStage<Message> sendAsync(Message query, Executor executor) {
        Record question = query.getQuestion();
        Pending pending = new Pending(Question.of(question), new CompletableFuture<>());
        requests.add(Optional.of(pending));
        return pending.answer();
    }

    @Override
    public CompletionStage<Message> sendAsync(Message query) {
        return sendAsync(query, Runnable::run);
    }

    @Override
    public void setPort(int port) {}

    @Override
    public void setTCP(boolean flag) {}

    @Override
    public void setIgnoreTruncation(boolean flag) {}

    @Override
    public void setEDNS(int version, int payloadSize, int flags, List<EDNSOption> options) {}

    @Override
    public void setTSIGKey(TSIG key) {}

    @Override
    public void setTimeout(Duration timeout) {}
}
