package svc.mailauth;

import java.util.List;
import java.util.Set;

/**
 * The result of the validation of an ARC chain (RFC 8617 §5.2).
 *
 * @param verdict none, pass, fail, or temperror if a key could not be looked up. RFC 8617 §5.2.1 has no temporary
 *     errors: a temperror is written as fail
 * @param seals the seals of a valid chain, from the oldest on; empty unless the verdict is pass
 * @param reason the reason of a verdict other than pass and none; otherwise empty
 */
public record ArcResult(Verdict verdict, List<Seal> seals, String reason) {

    /** Copies the list of seals. */
    public ArcResult {
        seals = List.copyOf(seals);
    }

    /**
     * A seal.
     *
     * @param domain the domain that sealed the message
     * @param dmarc the DMARC result that this domain recorded; none if it recorded no result
     */
    public record Seal(String domain, Verdict dmarc) {}

    /**
     * Returns whether trusted domains vouch for the message although it fails DMARC now: one of them recorded a DMARC
     * pass, and all who sealed the message after it are trusted, too.
     *
     * @param trusted the trusted domains, in lower case
     */
    public boolean vouches(Set<String> trusted) {
        for (int i = seals.size() - 1; i >= 0 && trusted.contains(seals.get(i).domain()); i--) {
            if (seals.get(i).dmarc() == Verdict.PASS) {
                return true;
            }
        }
        return false;
    }

    /** Returns the chain validation status: {@code none}, {@code pass} or {@code fail}. */
    public String status() {
        return verdict == Verdict.TEMPERROR ? Verdict.FAIL.word() : verdict.word();
    }
}
