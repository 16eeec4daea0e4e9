package svc.api.http.client;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Sends requests to other HTTP servers, each on a new connection. The client resolves the host name of a request once,
 * checks all addresses, and connects only to these addresses, so that a second answer of the DNS cannot redirect the
 * request (server-side request forgery). It requires the host name in the certificate, follows no redirects, uses no
 * proxy, keeps no cookies, and does not decompress. Threading: thread-safe; the calling thread waits.
 */
@ProviderType
public interface OutboundHttpClient {

    /**
     * Checks whether a request to this target would be sent. Waits for the DNS, at most three seconds.
     *
     * @throws TargetRefusedException if the target is not permitted or its name cannot be resolved
     */
    void check(HttpTarget target, TargetRule rule) throws TargetRefusedException;

    /**
     * Sends a request, and returns the response when its header has arrived. The caller must close the response.
     *
     * @throws TargetRefusedException if the target is not permitted or its name cannot be resolved
     * @throws java.net.ConnectException if no connection was made; the server has not received the request
     * @throws IOException if no valid response arrived in time; the server may have processed the request
     */
    OutboundResponse send(OutboundRequest request) throws IOException;

    /**
     * Sends a request to addresses that the caller has looked up for its host name, for example with
     * {@link svc.api.dns.Resolver}. They are checked like those that the client looks up.
     *
     * @throws IOException as for {@link #send(OutboundRequest)}
     */
    OutboundResponse send(OutboundRequest request, List<InetAddress> addresses) throws IOException;
}
