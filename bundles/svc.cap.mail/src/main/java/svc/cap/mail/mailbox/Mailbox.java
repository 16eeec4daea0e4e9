package svc.cap.mail;

import java.util.Optional;
import svc.api.store.Facets;
import svc.cap.mail.CountMoves.Counts;

/**
 * A mailbox (RFC 8621 §2).
 *
 * @param n its number
 * @param core what people set
 * @param counts what is in it
 */
record Mailbox(long n, Core core, Counts counts) {

    static final String TYPE = "Mailbox";
    static final char LETTER = 'f';

    /** What people set. */
    static final Facets CORE = Facets.of(0);

    /** The four counts. */
    static final Facets COUNTS = Facets.of(1);

    /** Stands for no parent. */
    static final long TOP = 0;

    /**
     * What people set.
     *
     * @param name normalized
     * @param parent the mailbox above; {@link #TOP} for none
     * @param role what it is for
     * @param sort its place among others
     * @param subscribed whether the owner wants to see it
     */
    record Core(String name, long parent, Optional<String> role, int sort, boolean subscribed) {}
}
