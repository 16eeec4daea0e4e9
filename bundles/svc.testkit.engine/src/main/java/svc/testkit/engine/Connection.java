package svc.testkit.engine;

import java.io.IOException;
import java.util.Set;

/** The connection of a client with its server. */
interface Connection {

    /** Returns the field {@code Authorization} of HTTP requests. */
    String authorization();

    /** Returns the session as JSON. */
    byte[] session();

    /** Returns the response to a request, or the problem document of a rejected request, as JSON. */
    byte[] send(byte[] request);

    /** Returns the URNs of the capabilities that the server offers. */
    Set<String> capabilities();

    /** Stores bytes as a blob of the account and returns its id. */
    String upload(byte[] bytes) throws IOException;

    /** Returns the bytes of a blob. */
    byte[] download(String blobId) throws IOException;
}
