package svc.api.blob;

import java.io.Serial;
import svc.api.identity.AccessibleAccount;

/**
 * Thrown if a write would take an account over its quota. The write is neither stored nor counted, and the transaction
 * in which it is thrown is rolled back. The write can succeed after data of the account was destroyed or the quota was
 * raised. A write of a blob that already counts towards the usage of the account is never rejected, even if the account
 * is over its quota.
 *
 * <p>The message contains the usage of the account. Show the message only to the owner of the account. Other users who
 * access the account get {@link #messageFor}. A sender of mail to the account gets neither.
 */
public final class OverQuotaException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private static final String REFUSED = "The account has no room for ";
    private static final String ADVICE = " Destroy something in it, or ask its operator for more room.";

    private final long size;

    /**
     * Creates the exception.
     *
     * @param limit the quota of the account in bytes
     * @param used the bytes that the account uses
     * @param pending the bytes of uploads that nothing refers to yet
     * @param size the bytes of the rejected write
     */
    public OverQuotaException(long limit, long used, long pending, long size) {
        super(
                REFUSED + size + " bytes more: it may keep " + limit + ", and uses " + used
                        + (pending > 0 ? " beside " + pending + " that were uploaded and are not used yet." : ".")
                        + ADVICE,
                null,
                false,
                false);
        this.size = size;
    }

    /** Returns the exception for the separate limit on unreferenced uploads. */
    public static OverQuotaException unreferenced(long limit, long pending, long size) {
        return new OverQuotaException(
                "The account may hold " + limit
                        + " bytes that nothing refers to ([blobs] unreferenced_bytes), and holds "
                        + pending + "; " + size + " more do not fit. Use what was uploaded, or wait until an hour has"
                        + " passed since it was.",
                size);
    }

    private OverQuotaException(String message, long size) {
        super(message, null, false, false);
        this.size = size;
    }

    /** Returns the message for a caller who can access the account. Only the owner of the account gets its usage. */
    public String messageFor(AccessibleAccount reach) {
        return reach.isPersonal() ? String.valueOf(getMessage()) : REFUSED + size + " bytes more." + ADVICE;
    }
}
