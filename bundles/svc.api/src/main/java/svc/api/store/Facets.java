package svc.api.store;

/**
 * The sides of an object that a change touched. A type has up to four and decides what they mean (an Email: where it is,
 * its flags); whoever reads only one side need not look at changes of the others.
 *
 * @param bits the lowest four bits, one a facet
 */
public record Facets(int bits) {

    /** How many facets a type may have. */
    public static final int LIMIT = 4;

    /** All of them. */
    public static final Facets ALL = new Facets((1 << LIMIT) - 1);

    /** Refuses more than four and none at all. */
    public Facets {
        if (bits < 1 || bits >= 1 << LIMIT) {
            throw new IllegalArgumentException(
                    "A change touches one to four facets, not " + Integer.toBinaryString(bits));
        }
    }

    /** Some facets, counted from 0. */
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

    /** Whether this facet is among them. */
    public boolean has(int facet) {
        return (bits >> facet & 1) == 1;
    }

    /** Whether they have one in common. */
    public boolean meets(Facets other) {
        return (bits & other.bits) != 0;
    }
}
