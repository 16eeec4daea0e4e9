package svc.dns;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;
import svc.api.time.Clock;

/**
 * Finds out which servers return signatures. A server that removes them makes every signed name look bogus; without
 * another server, its answers are used as insecure. A server that returned signatures once is not checked again:
 * otherwise an attacker who removes them could switch the validation off. Thread-safe.
 */
final class SignatureCheck {

    private static final Logger LOG = LoggerFactory.getLogger(SignatureCheck.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration STRIPPED_VALID = Duration.ofMinutes(10);
    private static final Duration SILENT_VALID = Duration.ofMinutes(1);

    private final Supplier<List<InetSocketAddress>> addresses;
    private final Name anchor;
    private final Servers servers;
    private final Clock clock;
    private final Map<InetSocketAddress, Checked> known = new ConcurrentHashMap<>();
    private final ReentrantLock turn = new ReentrantLock();

    /**
     * Creates a check.
     *
     * @param addresses the servers
     * @param anchor the name of a trust anchor
     * @param servers sends the queries
     * @param clock decides when a server is checked again
     */
    SignatureCheck(Supplier<List<InetSocketAddress>> addresses, Name anchor, Servers servers, Clock clock) {
        this.addresses = addresses;
        this.anchor = anchor;
        this.servers = servers;
        this.clock = clock;
    }

    /** The result of the check of a server. */
    enum State {
        /** The server returns signatures. */
        SIGNED,
        /** The server answers without signatures. */
        STRIPPED,
        /** The server did not answer. */
        SILENT
    }

    private record Checked(State state, long at) {}

    /**
     * The servers to ask.
     *
     * @param addresses the servers
     * @param signed whether they return signatures
     */
    record Choice(List<InetSocketAddress> addresses, boolean signed) {}

    /** Returns the servers with signatures; without any, those that answer. Checks unknown servers first. */
    Choice choose() throws LookupException {
        List<InetSocketAddress> all = addresses.get();
        checkUnknown(all);
        List<InetSocketAddress> signed = in(all, State.SIGNED);
        List<InetSocketAddress> stripped = in(all, State.STRIPPED);
        if (signed.isEmpty() && stripped.isEmpty()) {
            throw LookupException.temporary("no DNS server answers");
        }
        return signed.isEmpty() ? new Choice(stripped, false) : new Choice(signed, true);
    }

    /** Returns the servers in this state. */
    List<InetSocketAddress> in(State state) {
        return in(addresses.get(), state);
    }

    private List<InetSocketAddress> in(List<InetSocketAddress> all, State state) {
        return all.stream().filter(server -> state(server) == state).toList();
    }

    private @Nullable State state(InetSocketAddress server) {
        Checked checked = known.get(server);
        return checked == null ? null : checked.state();
    }

    /** One thread checks; the others wait only if they have no server with signatures. */
    private void checkUnknown(List<InetSocketAddress> all) {
        if (all.stream().noneMatch(this::isDue)) {
            return;
        }
        boolean mine = turn.tryLock();
        if (!mine && in(all, State.SIGNED).isEmpty()) {
            turn.lock();
            mine = true;
        }
        if (mine) {
            try {
                all.stream().filter(this::isDue).forEach(this::check);
                known.keySet().retainAll(all);
            } finally {
                turn.unlock();
            }
        }
    }

    private boolean isDue(InetSocketAddress server) {
        Checked checked = known.get(server);
        if (checked == null) {
            return true;
        }
        Duration valid = checked.state() == State.STRIPPED ? STRIPPED_VALID : SILENT_VALID;
        return checked.state() != State.SIGNED && clock.nanos() - checked.at() >= valid.toNanos();
    }

    private void check(InetSocketAddress server) {
        State before = state(server);
        State now = ask(server);
        known.put(server, new Checked(now, clock.nanos()));
        if (now == State.STRIPPED && before != now) {
            LOG.warn(
                    "The DNS server {} returns no DNSSEC signatures: its answers are not authenticated",
                    Servers.text(server));
        }
    }

    private State ask(InetSocketAddress server) {
        try {
            Message answer = ask(server, Type.DNSKEY, Servers.Wish.SIGNATURES);
            boolean signed =
                    answer.getSection(Section.ANSWER).stream().anyMatch(record -> record.getType() == Type.RRSIG);
            return signed ? State.SIGNED : State.STRIPPED;
        } catch (LookupException e) {
            return answersPlainly(server) ? State.STRIPPED : State.SILENT;
        }
    }

    /** Old servers reject a query for signatures, or do not answer it. */
    private boolean answersPlainly(InetSocketAddress server) {
        try {
            ask(server, Type.SOA, Servers.Wish.RECORDS);
            return true;
        } catch (LookupException e) {
            return false;
        }
    }

    private Message ask(InetSocketAddress server, int type, Servers.Wish wish) throws LookupException {
        long until = clock.nanos() + PATIENCE.toNanos();
        return servers.ask(List.of(server), new Question(anchor, type), wish, until);
    }
}
