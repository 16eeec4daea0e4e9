package svc.http.handlers;

import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.AbstractMetaDataConnection;
import org.eclipse.jetty.server.NegotiatingServerConnection;
import org.jspecify.annotations.Nullable;

/** Utility methods that determine whether a Jetty connection carries a request. */
public final class Requests {

    private Requests() {}

    /** Returns the HTTP connection of an end point, below TLS if TLS is used. */
    static @Nullable public Connection connection(EndPoint endPoint) {
        return endPoint.getConnection() instanceof SslConnection tls
                ? tls.getSslEndPoint().getConnection()
                : endPoint.getConnection();
    }

    /**
     * Returns whether a request is in progress, or the connection was upgraded to another protocol such as WebSocket.
     */
    public static boolean isInProgress(EndPoint endPoint) {
        Connection connection = connection(endPoint);
        if (connection == null || connection instanceof NegotiatingServerConnection) {
            return false;
        }
        if (connection instanceof AbstractMetaDataConnection http1) {
            return http1.getMessagesIn() != http1.getMessagesOut();
        }
        return !(connection instanceof HTTP2Connection http2)
                || http2.getSession().getStreamCount() > 0;
    }
}
