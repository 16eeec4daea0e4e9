package svc.api.blob;

import java.io.Serial;

/**
 * An account may not keep more bytes: what it was about to keep would take it beyond its limit. Nothing of it is kept or counted,
 * and the transaction in which it is thrown leaves nothing behind. The same succeeds once something was destroyed there, or the
 * limit was raised; bytes that the account keeps already are never refused.
 *
 * <p>The message is for those who reach the account: it may say how full it is. Whoever sends something to the account must not
 * be told.
 */
public final class OverQuota extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    /** With what is wrong and what to do, for people. */
    public OverQuota(String message) {
        super(message, null, false, false);
    }
}
