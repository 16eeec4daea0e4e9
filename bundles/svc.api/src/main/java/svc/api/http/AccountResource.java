package svc.api.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.store.Scope;

/**
 * Service that answers the GET requests of clients for data of an account, for example an export. Register it as a
 * service. The URL of a resource is {@code path/accountId/name}. The server authenticates each request as at
 * {@code /jmap}, and checks that the caller can read the data of the capability in the account. Clients receive the
 * content as a download, which no cache may keep.
 *
 * <p>Threading: {@link #get} is called concurrently on the threads of requests, outside transactions and snapshots.
 * Lifecycle: mounted while the service is registered.
 */
@ConsumerType
public interface AccountResource {

    /** Returns the path without a slash at the end. The path must not change while the service is registered. */
    String path();

    /** Returns the URN of the capability whose data the resource contains. */
    String capability();

    /** Returns the content of a resource; empty if there is none, which the client cannot tell from an unknown path. */
    Optional<Content> get(Request request) throws IOException;

    /**
     * An authenticated request.
     *
     * @param caller the caller
     * @param reach the account, with the access rights of the caller
     * @param scope the data of this account
     * @param name the rest of the path, decoded, without a slash at the beginning; can be empty
     */
    record Request(Caller caller, AccessibleAccount reach, Scope scope, String name) {}

    /**
     * The content of a resource.
     *
     * @param type the media type, such as {@code text/vcard; charset=utf-8}
     * @param body writes the bytes
     */
    record Content(String type, Body body) {}

    /** Writes the bytes of a content. If it throws after the first bytes, the client sees that the download is broken. */
    @FunctionalInterface
    interface Body {
        /** Writes the bytes. The caller closes the stream. */
        void writeTo(OutputStream out) throws IOException;
    }
}
