package svc.api.http.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/**
 * A response of another server.
 *
 * @param status the HTTP status, 200 or more
 * @param fields the header fields by name in lower case; of a repeated field, the last value
 * @param body the body, which is read from the connection as the caller reads it; reading fails after the limits of the
 *     request
 */
public record OutboundResponse(int status, Map<String, String> fields, InputStream body) implements Closeable {

    /** Returns a header field by its name in lower case. */
    public Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /** Closes the connection, whether the body was read or not. */
    @Override
    public void close() throws IOException {
        body.close();
    }
}
