package svc.api.store;

import java.util.Optional;

/**
 * The facets of an object that a change touched. A type has up to four facets and defines their meaning (an Email: its
 * mailboxes, its keywords). A reader of one facet can ignore changes of the others.
 *
 * @param bits the lowest four bits, one per facet
 */
public record Facets(int bits) {

    /** The maximum number of facets of a type. */
    public static final int LIMIT = 4;

    /** All facets. */
    public static final Facets ALL = new Facets((1 << LIMIT) - 1);

    /** Rejects an empty set and more than four facets. */
    public Facets {
        if (bits < 1 || bits >= 1 << LIMIT) {
            throw new IllegalArgumentException(
                    "A change touches one to four facets, not " + Integer.toBinaryString(bits));
        }
    }

    /** Returns a set of facets, counted from 0. */
    public static Facets of(int... facets) {
        int bits = 0;
        for (int facet : facets) {
            if (facet < 0 || facet >= LIMIT) {
                throw new IllegalArgumentException("Facets are counted from 0 to 3, not " + facet);
            }
            bits |= 1 << facet;
        }
        return new Facets(bits);
    }

    /** Returns whether the set contains this facet. */
    public boolean has(int facet) {
        return (bits >> facet & 1) == 1;
    }

    /** Returns all other facets; empty if there are none. */
    public Optional<Facets> others() {
        return bits == ALL.bits ? Optional.empty() : Optional.of(new Facets(ALL.bits & ~bits));
    }

    /** Returns whether the two sets have a facet in common. */
    public boolean intersects(Facets other) {
        return (bits & other.bits) != 0;
    }
}
