package svc.dns;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.xbill.DNS.EDNSOption;
import org.xbill.DNS.ExtendedErrorCodeOption;
import org.xbill.DNS.ExtendedFlags;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.OPTRecord;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;
import svc.api.dns.Answer.Failure;
import svc.api.net.IpNetwork;
import svc.api.time.Clock;

/**
 * Sends queries to a list of servers: first to the server that answered last, and to the next one if a server does not
 * answer. Thread-safe.
 */
final class Servers {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int ROUNDS = 3;
    /** The validator goes through the records recursively. */
    private static final int MOST_RECORDS = 500;

    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private volatile InetSocketAddress preferred = InetSocketAddress.createUnresolved("none", 0);

    Servers(Clock clock) {
        this.clock = clock;
    }

    /** What a query asks for besides the records. */
    enum Wish {
        /** Nothing. */
        RECORDS,
        /** The AD flag (RFC 6840 §5.7). */
        AUTHENTICATED,
        /** The signatures, without a check by the server (RFC 4035 §4.9.2). */
        SIGNATURES
    }

    /**
     * Returns the answer of one of the servers; its code is NOERROR or NXDOMAIN.
     *
     * @throws LookupException if no server has such an answer until the given monotonic time
     */
    Message ask(List<InetSocketAddress> servers, Question question, Wish wish, long until) throws LookupException {
        List<InetSocketAddress> ordered = new ArrayList<>(servers);
        Collections.rotate(ordered, -Math.max(0, ordered.indexOf(preferred)));
        LookupException failure = LookupException.temporary("no DNS server is configured");
        for (int round = 0; round < ROUNDS; round++) {
            boolean again = false;
            for (InetSocketAddress server : ordered) {
                try {
                    long patience = Math.min(until, clock.nanos() + PATIENCE.toNanos());
                    Message answer = checked(server, send(server, question, wish, patience));
                    preferred = server;
                    return answer;
                } catch (SocketTimeoutException e) {
                    again = true;
                    failure = LookupException.temporary(text(server) + " did not answer in time");
                } catch (IOException e) {
                    failure = LookupException.temporary(text(server) + " did not answer: " + e.getMessage());
                } catch (LookupException e) {
                    failure = e;
                }
            }
            if (!again || clock.nanos() >= until) {
                break;
            }
        }
        throw failure;
    }

    private Message send(InetSocketAddress server, Question question, Wish wish, long until) throws IOException {
        Message query = query(question, wish);
        int extended = wish == Wish.SIGNATURES ? ExtendedFlags.DO : 0;
        query.addRecord(new OPTRecord(Exchange.UDP_PAYLOAD, 0, 0, extended), Section.ADDITIONAL);
        Message answer = Exchange.send(server, query, clock, until);
        int code = answer.getRcode();
        boolean old = wish != Wish.SIGNATURES && (code == Rcode.FORMERR || code == Rcode.NOTIMP);
        return old ? Exchange.send(server, query(question, wish), clock, until) : answer; // RFC 6891 §6.2.2
    }

    private Message query(Question question, Wish wish) {
        Message query = new Message(random.nextInt(1 << Short.SIZE));
        query.getHeader().setFlag(Flags.RD);
        if (wish != Wish.RECORDS) {
            query.getHeader().setFlag(wish == Wish.SIGNATURES ? Flags.CD : Flags.AD);
        }
        query.addRecord(question.record(), Section.QUESTION);
        return query;
    }

    private static Message checked(InetSocketAddress server, Message answer) throws LookupException {
        int code = answer.getRcode();
        if (code != Rcode.NOERROR && code != Rcode.NXDOMAIN) {
            Failure failure = bogus(answer) ? Failure.BOGUS : Failure.TEMPORARY;
            throw new LookupException(failure, text(server) + " answered " + Rcode.string(code));
        }
        if (answer.getSection(Section.ANSWER).size()
                        + answer.getSection(Section.AUTHORITY).size()
                > MOST_RECORDS) {
            throw LookupException.temporary("the answer has too many records");
        }
        if (isReferral(answer)) {
            throw LookupException.temporary(text(server) + " is not a recursive resolver");
        }
        return answer;
    }

    /** A validating resolver can say that SERVFAIL means invalid signatures (RFC 8914 §4.7 to §4.13). */
    private static boolean bogus(Message answer) {
        return answer.getOPT() != null
                && answer.getOPT().getOptions(EDNSOption.Code.EDNS_EXTENDED_ERROR).stream()
                        .filter(ExtendedErrorCodeOption.class::isInstance)
                        .mapToInt(option -> ((ExtendedErrorCodeOption) option).getErrorCode())
                        .anyMatch(code -> code >= ExtendedErrorCodeOption.DNSSEC_BOGUS
                                && code <= ExtendedErrorCodeOption.NSEC_MISSING);
    }

    private static boolean isReferral(Message answer) {
        return answer.getRcode() == Rcode.NOERROR
                && answer.getSection(Section.ANSWER).isEmpty()
                && has(answer, Type.NS)
                && !has(answer, Type.SOA);
    }

    private static boolean has(Message answer, int type) {
        return answer.getSection(Section.AUTHORITY).stream().anyMatch(record -> record.getType() == type);
    }

    static String text(InetSocketAddress server) {
        String address = IpNetwork.text(server.getAddress());
        return (address.contains(":") ? "[" + address + "]" : address) + ":" + server.getPort();
    }
}
