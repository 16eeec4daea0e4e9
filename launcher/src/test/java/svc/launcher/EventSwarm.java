package svc.launcher;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Many event streams and sockets, read by one thread. Each can stall, disconnect and reconnect. */
final class EventSwarm implements AutoCloseable {

    private static final int SIP = 8_192;
    private static final Pattern TASK = Pattern.compile("\"([^\"]+)\":\\{[^{}]*\"Task\":\"([^\"]+)\"");
    private static final Pattern ID = Pattern.compile("(?m)^id: (\\S+)$|\"pushState\":\"([^\"]+)\"");

    private final Selector selector;
    private final InetSocketAddress address;
    private final List<Member> members = new ArrayList<>();
    private final Queue<Runnable> asked = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::work, "swarm");
    private volatile boolean closed;

    EventSwarm(String url) {
        URI uri = URI.create(url);
        this.address = new InetSocketAddress(uri.getHost(), uri.getPort());
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        thread.setDaemon(true);
        thread.start();
    }

    /** The protocol of a connection; one instance per connection. */
    interface Dialect {

        /** Returns the first bytes to write. */
        byte[] hello(String token, String lastId);

        /**
         * Parses received bytes.
         *
         * @param out accepts bytes to write
         * @return the complete blocks
         */
        List<String> take(ByteBuffer in, Consumer<byte[]> out);
    }

    /** One stream. */
    final class Member {
        private final String token;
        private final Supplier<Dialect> dialects;
        private final ConcurrentMap<String, String> known = new ConcurrentHashMap<>();
        private final ConcurrentMap<String, Long> seenAt = new ConcurrentHashMap<>();
        private @Nullable Dialect dialect;
        private volatile String lastId = "";
        private volatile @Nullable SocketChannel channel;

        private Member(String token, Supplier<Dialect> dialects) {
            this.token = token;
            this.dialects = dialects;
        }

        /** Returns the newest state of the tasks of each account that it received. */
        ConcurrentMap<String, String> known() {
            return known;
        }

        /** Returns when it received a state. */
        @Nullable
        Long seenAt(String state) {
            return seenAt.get(state);
        }

        boolean begun() {
            return !lastId.isEmpty();
        }

        /** Stops or continues reading. */
        void stall(boolean stalled) {
            ask(() -> {
                SelectionKey key = channel().keyFor(selector);
                if (key != null && key.isValid()) {
                    key.interestOps(stalled ? 0 : SelectionKey.OP_READ);
                }
            });
        }

        /** Disconnects and reconnects with the last id. */
        void cut() {
            ask(() -> {
                shut(channel());
                open();
            });
        }

        private SocketChannel channel() {
            return requireNonNull(channel);
        }

        private void open() {
            try {
                Dialect begun = dialects.get();
                SocketChannel opened = SocketChannel.open();
                dialect = begun;
                channel = opened;
                opened.setOption(StandardSocketOptions.SO_RCVBUF, SIP);
                opened.connect(address);
                write(begun.hello(token, lastId));
                opened.configureBlocking(false);
                opened.register(selector, SelectionKey.OP_READ, this);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void read(ByteBuffer buffer) {
            buffer.clear();
            if (!reads(buffer)) {
                shut(channel());
                open(); // as a browser would
                return;
            }
            requireNonNull(dialect).take(buffer.flip(), this::write).forEach(this::block);
        }

        /** Returns whether the server still sends: it may reset a stream that was not read for long. */
        private boolean reads(ByteBuffer buffer) {
            try {
                return channel().read(buffer) >= 0;
            } catch (IOException e) {
                return false;
            }
        }

        private void write(byte[] bytes) {
            try {
                channel().write(ByteBuffer.wrap(bytes)); // far less than the buffers of the system accept at once
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void block(String block) {
            Matcher task = TASK.matcher(block);
            while (task.find()) {
                known.put(task.group(1), task.group(2));
                seenAt.put(task.group(2), System.nanoTime());
            }
            Matcher id = ID.matcher(block);
            if (id.find()) {
                lastId = id.group(1) == null ? id.group(2) : id.group(1);
            }
        }
    }

    /** Adds an event stream. */
    Member events(String token) {
        return join(token, SwarmEvents::new);
    }

    /** Adds a socket. */
    Member socket(String token) {
        return join(token, SwarmSocket::new);
    }

    private Member join(String token, Supplier<Dialect> dialects) {
        Member member = new Member(token, dialects);
        members.add(member);
        ask(member::open);
        return member;
    }

    List<Member> members() {
        return members;
    }

    private void ask(Runnable task) {
        asked.add(task);
        selector.wakeup();
    }

    private void work() {
        ByteBuffer buffer = ByteBuffer.allocate(SIP);
        while (!closed) {
            try {
                selector.select(50);
                for (Runnable task = asked.poll(); task != null; task = asked.poll()) {
                    task.run();
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    if (key.isValid() && key.isReadable()) {
                        ((Member) key.attachment()).read(buffer);
                    }
                }
                selector.selectedKeys().clear();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        members.forEach(member -> shut(member.channel()));
    }

    private static void shut(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        selector.close();
    }
}
