package svc.api.blob;

import java.io.Serial;
import svc.api.identity.Reach;

/**
 * An account may not keep more bytes: what it was about to keep would take it beyond its limit. Nothing of it is kept or counted,
 * and the transaction in which it is thrown leaves nothing behind. The same succeeds once something was destroyed there, or the
 * limit was raised; bytes that the account keeps already are never refused.
 *
 * <p>The message says how full the account is. It is for those whose account it is: others are told {@link #told} at most, and
 * whoever sends something to the account nothing of it.
 */
public final class OverQuota extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private static final String REFUSED = "The account has no room for ";
    private static final String ADVICE = " Destroy something in it, or ask its operator for more room.";

    private final long size;

    /**
     * Refuses.
     *
     * @param limit how many bytes the account may keep
     * @param used how many it uses
     * @param pending how many were brought beside them, and nothing uses them yet
     * @param size how many would come
     */
    public OverQuota(long limit, long used, long pending, long size) {
        super(
                REFUSED + size + " bytes more: it may keep " + limit + ", and uses " + used
                        + (pending > 0 ? " beside " + pending + " that were uploaded and are not used yet." : ".")
                        + ADVICE,
                null,
                false,
                false);
        this.size = size;
    }

    /** What somebody is told who reaches the account: how full it is only in their own. */
    public String told(Reach reach) {
        return reach.personal() ? String.valueOf(getMessage()) : REFUSED + size + " bytes more." + ADVICE;
    }
}
