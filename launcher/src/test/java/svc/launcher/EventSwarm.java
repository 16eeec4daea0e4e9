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

/** Many streams of events and sockets read by one thread, each of which can stand still, break off and come back. */
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

    /** What a member says first and how it takes apart what it hears; one for each connection. */
    interface Dialect {

        /** What is written first. */
        byte[] hello(String token, String lastId);

        /**
         * Reads on.
         *
         * @param out takes what is to be written for it
         * @return the blocks that are whole by now
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

        /** The newest state of the tasks of each account that it was told of. */
        ConcurrentMap<String, String> known() {
            return known;
        }

        /** When it was told of a state. */
        @Nullable
        Long seenAt(String state) {
            return seenAt.get(state);
        }

        boolean begun() {
            return !lastId.isEmpty();
        }

        /** Reads no more for now, or goes on. */
        void stall(boolean stalled) {
            ask(() -> {
                SelectionKey key = channel().keyFor(selector);
                if (key != null && key.isValid()) {
                    key.interestOps(stalled ? 0 : SelectionKey.OP_READ);
                }
            });
        }

        /** Breaks off without a word and comes back with the last id. */
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

        private void read(ByteBuffer sip) {
            sip.clear();
            if (!reads(sip)) {
                shut(channel());
                open(); // as a browser would
                return;
            }
            requireNonNull(dialect).take(sip.flip(), this::write).forEach(this::block);
        }

        /** Whether the server still speaks: it ends a stream that nobody reads for long, and is not polite about it. */
        private boolean reads(ByteBuffer sip) {
            try {
                return channel().read(sip) >= 0;
            } catch (IOException e) {
                return false;
            }
        }

        private void write(byte[] bytes) {
            try {
                channel().write(ByteBuffer.wrap(bytes)); // far less than what the system takes at once
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

    /** One stream of events more. */
    Member events(String token) {
        return join(token, SwarmEvents::new);
    }

    /** One socket more. */
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

    private void ask(Runnable work) {
        asked.add(work);
        selector.wakeup();
    }

    private void work() {
        ByteBuffer sip = ByteBuffer.allocate(SIP);
        while (!closed) {
            try {
                selector.select(50);
                for (Runnable work = asked.poll(); work != null; work = asked.poll()) {
                    work.run();
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    if (key.isValid() && key.isReadable()) {
                        ((Member) key.attachment()).read(sip);
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
