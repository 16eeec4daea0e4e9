package svc.net;

import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** Jetty's selector. Its own time limits are off, because each byte would extend them. */
final class Selectors extends SelectorManager {

    Selectors(Executor threads, Scheduler scheduler) {
        super(threads, scheduler, 1);
    }

    @Override
    protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
        return new SocketChannelEndPoint((SocketChannel) channel, selector, key, getScheduler());
    }

    @Override
    public Connection newConnection(SelectableChannel channel, EndPoint endPoint, @Nullable Object attachment) {
        if (attachment instanceof LineConnection connection) {
            return connection.begin(endPoint);
        }
        throw new IllegalArgumentException("a channel without a connection");
    }
}
