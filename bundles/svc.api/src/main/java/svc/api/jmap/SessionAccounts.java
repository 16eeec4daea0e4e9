package svc.api.jmap;

import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.json.JsonWriter;

/**
 * Writes Account objects (RFC 8620 §2) as they are in the session of a caller.
 *
 * <p>Threading: thread-safe.
 */
@ProviderType
public interface SessionAccounts {

    /** Writes the Account object of an account that the caller can access. */
    void write(Caller caller, AccessibleAccount account, JsonWriter out);
}
