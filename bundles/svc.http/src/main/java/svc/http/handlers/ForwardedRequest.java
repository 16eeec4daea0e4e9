package svc.http.handlers;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;

/** A request with the client address and URI that a trusted proxy forwarded. */
final class ForwardedRequest extends Request.Wrapper {

    private final HttpURI uri;
    private final ConnectionMetaData connection;

    ForwardedRequest(Request request, InetSocketAddress client, HttpURI uri) {
        super(request);
        this.uri = uri;
        this.connection = new ConnectionMetaData.Wrapper(request.getConnectionMetaData()) {
            @Override
            public SocketAddress getRemoteSocketAddress() {
                return client;
            }

            @Override
            public boolean isSecure() {
                return "https".equals(uri.getScheme());
            }
        };
    }

    @Override
    public HttpURI getHttpURI() {
        return uri;
    }

    @Override
    public ConnectionMetaData getConnectionMetaData() {
        return connection;
    }

    @Override
    public boolean isSecure() {
        return connection.isSecure();
    }
}
