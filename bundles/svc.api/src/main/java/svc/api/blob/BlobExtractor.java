package svc.api.blob;

import java.io.IOException;
import java.io.OutputStream;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Account;
import svc.api.job.JobKind;
import svc.api.store.Scope;

/**
 * Finds the bytes of a blob that is not stored in something else that is: a part in its message. Register it as a service.
 * What it writes is checked against the name before anybody sees it.
 *
 * <p>Threading: any thread, several at once; never inside a transaction.
 */
@ConsumerType
public interface BlobDeriver {

    /**
     * Looks for a blob and writes its bytes.
     *
     * @param account whose blob it is: nothing of another account is looked at
     * @param scope the data of this account
     * @param out where the bytes go; what was written counts only with {@link Derivation.Found}
     */
    Derivation derive(Account account, Scope scope, BlobId id, OutputStream out) throws IOException;

    /** Makes the index that it finds owners by anew from what is stored, for one account. May be broken off and begun again. */
    void reindex(Account account, Scope scope, JobKind.Progress progress);
}
