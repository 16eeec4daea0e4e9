package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Many streams of events read by one thread, each of which can stand still, break off and come back. */
final class EventSwarm implements AutoCloseable {

    private static final int SIP = 8_192;
    private static final Pattern TASK = Pattern.compile("\"([^\"]+)\":\\{[^{}]*\"Task\":\"([^\"]+)\"");
    private static final Pattern ID = Pattern.compile("(?m)^id: (\\S+)$");

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

    /** One stream. */
    final class Member {
        private final String token;
        private final ConcurrentMap<String, String> known = new ConcurrentHashMap<>();
        private final ConcurrentMap<String, Long> seenAt = new ConcurrentHashMap<>();
        private final StringBuilder text = new StringBuilder();
        private volatile String lastId = "";
        private volatile int opened;
        private volatile SocketChannel channel;

        private Member(String token) {
            this.token = token;
        }

        /** The newest state of the tasks of each account that it was told of. */
        ConcurrentMap<String, String> known() {
            return known;
        }

        /** When it was told of a state. */
        Long seenAt(String state) {
            return seenAt.get(state);
        }

        boolean begun() {
            return !lastId.isEmpty();
        }

        /** Reads no more for now, or goes on. */
        void stall(boolean stalled) {
            ask(() -> {
                SelectionKey key = channel.keyFor(selector);
                if (key != null && key.isValid()) {
                    key.interestOps(stalled ? 0 : SelectionKey.OP_READ);
                }
            });
        }

        /** Breaks off without a word and comes back with the last id. */
        void cut() {
            ask(() -> {
                shut(channel);
                open();
            });
        }

        private void open() {
            try {
                text.setLength(0);
                opened++;
                channel = SocketChannel.open();
                channel.setOption(StandardSocketOptions.SO_RCVBUF, SIP);
                channel.connect(address);
                String id = lastId.isEmpty() ? "" : "Last-Event-ID: " + lastId + "\r\n";
                channel.write(ByteBuffer.wrap(("GET /jmap/eventsource/?types=Task HTTP/1.1\r\nHost: localhost\r\n"
                                + "Authorization: Bearer " + token + "\r\n" + id + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII)));
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, this);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void read(ByteBuffer sip) throws IOException {
            sip.clear();
            if (channel.read(sip) < 0) {
                shut(channel);
                open(); // as a browser would
                return;
            }
            text.append(StandardCharsets.UTF_8.decode(sip.flip()).toString().replace("\r", ""));
            for (int end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
                block(text.substring(0, end + 1));
                text.delete(0, end + 2);
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
                lastId = id.group(1);
            }
        }
    }

    /** One stream more. */
    Member join(String token) {
        Member member = new Member(token);
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
        members.forEach(member -> shut(member.channel));
    }

    private static void shut(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws InterruptedException, IOException {
        closed = true;
        selector.wakeup();
        thread.join();
        selector.close();
    }
}
