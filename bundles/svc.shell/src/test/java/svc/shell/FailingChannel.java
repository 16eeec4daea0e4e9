package svc.shell;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A server channel whose accept fails on request, as in a process without free file descriptors. */
public final class FailingChannel extends ServerSocketChannel {

    private final ServerSocketChannel channel;
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile boolean failing = true;

    public FailingChannel(ServerSocketChannel channel) {
        super(channel.provider());
        this.channel = channel;
    }

    /** Returns the number of calls of accept. */
    public int attempts() {
        return attempts.get();
    }

    /** Makes further calls of accept succeed. */
    public void recover() {
        failing = false;
    }

    @Override
    public SocketChannel accept() throws IOException {
        attempts.incrementAndGet();
        if (failing) {
            throw new IOException("Too many open files");
        }
        return channel.accept();
    }

    @Override
    public ServerSocketChannel bind(@Nullable SocketAddress local, int backlog) throws IOException {
        channel.bind(local, backlog);
        return this;
    }

    @Override
    public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) throws IOException {
        channel.setOption(name, value);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) throws IOException {
        return channel.getOption(name);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return channel.supportedOptions();
    }

    @Override
    public java.net.ServerSocket socket() {
        return channel.socket();
    }

    @Override
    public SocketAddress getLocalAddress() throws IOException {
        return channel.getLocalAddress();
    }

    @Override
    protected void implCloseSelectableChannel() throws IOException {
        channel.close();
    }

    @Override
    protected void implConfigureBlocking(boolean block) throws IOException {
        channel.configureBlocking(block);
    }
}
