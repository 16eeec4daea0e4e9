package svc.dns;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.RRSIGRecord;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.Section;

/** Determines how long an answer may be cached, in nanoseconds. */
final class Ttl {

    private static final long LARGEST = Integer.MAX_VALUE; // RFC 2181 §8: a larger number counts as 0

    private Ttl() {}

    /** Returns the time of an answer about this name: that of its records, or of the SOA record of a negative answer. */
    static long of(Message answer, Name name) {
        return answer.getSection(Section.ANSWER).isEmpty()
                ? negative(answer, name)
                : answer.getSection(Section.ANSWER).stream()
                        .mapToLong(Ttl::of)
                        .min()
                        .orElse(0);
    }

    /** Returns the time of a record. */
    static long of(Record record) {
        return nanos(record.getTTL());
    }

    /** Returns the time of a negative answer; 0 without a SOA record of a zone of the name (RFC 2308 §5). */
    static long negative(Message answer, Name name) {
        return answer.getSection(Section.AUTHORITY).stream()
                .filter(SOARecord.class::isInstance)
                .filter(record -> name.subdomain(record.getName()))
                .mapToLong(record -> Math.min(of(record), nanos(((SOARecord) record).getMinimum())))
                .findFirst()
                .orElse(0);
    }

    /** Returns the time for which the signatures allow to cache an answer (RFC 4035 §5.3.3). */
    static long signed(Message answer, Instant now) {
        return Stream.of(Section.ANSWER, Section.AUTHORITY)
                .flatMap(section -> answer.getSection(section).stream())
                .filter(RRSIGRecord.class::isInstance)
                .map(RRSIGRecord.class::cast)
                .flatMapToLong(signature -> LongStream.of(
                        nanos(signature.getOrigTTL()),
                        nanos(Duration.between(now, signature.getExpire()).toSeconds())))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private static long nanos(long seconds) {
        return seconds < 0 || seconds > LARGEST
                ? 0
                : Duration.ofSeconds(seconds).toNanos();
    }
}
