package svc.dns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Security;
import svc.api.time.Clock;

/** One lookup: follows CNAME records from the asked name, in an answer and with further queries. */
final class Lookup {

    private static final int LONGEST_CHAIN = 10;
    private static final long LONGEST = Duration.ofDays(1).toNanos();
    private static final long LONGEST_NEGATIVE = Duration.ofHours(1).toNanos();

    private final Asker asker;
    private final Question question;
    private final Clock clock;
    private Security security = Security.SECURE;
    private long ttl = LONGEST;
    private Name name;
    private int aliases;

    /** Answers single questions, without following CNAME records. */
    @FunctionalInterface
    interface Asker {
        Reply ask(Question question) throws LookupException;
    }

    /**
     * The answer to a single question.
     *
     * @param message the answer
     * @param security whether it is authenticated
     */
    record Reply(Message message, Security security) {}

    /**
     * The result of a lookup.
     *
     * @param answer the answer
     * @param nanos how long it may be cached
     */
    record Result(Answer<Record> answer, long nanos) {}

    private Lookup(Asker asker, Question question, Clock clock) {
        this.asker = asker;
        this.question = question;
        this.clock = clock;
        this.name = question.name();
    }

    /** Runs a lookup. */
    static Result run(Asker asker, Question question, Clock clock) throws LookupException {
        return new Lookup(asker, question, clock).run();
    }

    private Result run() throws LookupException {
        while (true) {
            Reply reply = asker.ask(new Question(name, question.type()));
            if (reply.security() == Security.SECURE) {
                ttl = Math.min(ttl, Ttl.signed(reply.message(), clock.now()));
            } else {
                security = Security.INSECURE;
            }
            boolean followed = follow(reply.message());
            List<Record> records = records(reply.message(), question.type());
            boolean exists = reply.message().getRcode() != Rcode.NXDOMAIN;
            if (exists && !records.isEmpty()) {
                records.forEach(record -> ttl = Math.min(ttl, Ttl.of(record)));
                return new Result(new Answer.Found<>(records, security), ttl);
            }
            long negative = Ttl.negative(reply.message(), name);
            if (!exists || !followed || negative > 0) {
                return new Result(new Answer.None<>(security), Math.min(ttl, Math.min(negative, LONGEST_NEGATIVE)));
            }
        }
    }

    /** Goes to the end of the chain in an answer. Returns whether there was a CNAME record. */
    private boolean follow(Message answer) throws LookupException {
        boolean followed = false;
        if (question.type() == Type.CNAME) {
            return false;
        }
        for (List<Record> next = aliases(answer); !next.isEmpty(); next = aliases(answer)) {
            aliases++;
            if (aliases > LONGEST_CHAIN) {
                throw LookupException.temporary("the chain of CNAME records is longer than " + LONGEST_CHAIN);
            }
            ttl = Math.min(ttl, Ttl.of(next.get(0)));
            name = ((CNAMERecord) next.get(0)).getTarget();
            followed = true;
        }
        return followed;
    }

    private List<Record> aliases(Message answer) {
        return records(answer, question.type()).isEmpty() ? records(answer, Type.CNAME) : List.of();
    }

    /** Returns the records of the current name. All other records are ignored, because nothing was asked about them. */
    private List<Record> records(Message answer, int type) {
        List<Record> found = new ArrayList<>();
        for (Record record : answer.getSection(Section.ANSWER)) {
            if (record.getType() == type
                    && record.getDClass() == DClass.IN
                    && record.getName().equals(name)) {
                found.add(record);
            }
        }
        return found;
    }

    /** Returns the security of an answer by its AD flag. */
    static Security security(Message answer) {
        return answer.getHeader().getFlag(Flags.AD) ? Security.SECURE : Security.INSECURE;
    }
}
