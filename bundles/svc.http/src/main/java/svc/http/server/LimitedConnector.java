package svc.http.server;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SelectableChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A listener that applies the {@link ConnectionLimiter} to each connection before reading any bytes. */
final class LimitedConnector extends ServerConnector {

    private final ConnectionLimiter limiter;

    LimitedConnector(Server server, ConnectionLimiter limiter, ConnectionFactory... factories) {
        super(server, null, null, null, 1, -1, factories);
        this.limiter = limiter;
        getSelectorManager().addEventListener(limiter);
    }

    @Override
    public void accept(int acceptor) throws IOException {
        if (!(getTransport() instanceof ServerSocketChannel listening) || !listening.isOpen()) {
            return;
        }
        SocketChannel channel = listening.accept();
        try {
            if (limiter.admit(channel)) {
                channel.configureBlocking(false);
                configure(channel.socket());
                getSelectorManager().accept(channel);
            } else {
                channel.close();
            }
        } catch (IOException | RuntimeException | Error e) {
            limiter.onClosed(channel);
            channel.close();
            throw e;
        }
    }

    @Override
    protected void onEndPointOpened(EndPoint endPoint) {
        super.onEndPointOpened(endPoint);
        if (endPoint instanceof SelectableChannelEndPoint selectable) {
            SelectableChannel channel = selectable.getChannel();
            limiter.opened(channel, endPoint);
        }
    }
}
