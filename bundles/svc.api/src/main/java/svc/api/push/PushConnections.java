package svc.api.push;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;

/**
 * Lets callers stay connected, as many as an account may have, whatever way they come. Threading: any thread.
 */
@ProviderType
public interface Streams {

    /** How many an account may have open at once. */
    int most();

    /**
     * Lets one in.
     *
     * @param work run when there may be something to tell, or nothing any more ({@link Stream#over}), on a thread of the server and
     *     never twice at once; it must not wait for anything
     * @return empty when the account has as many as it may
     */
    Optional<Stream> open(Caller caller, Runnable work);
}
