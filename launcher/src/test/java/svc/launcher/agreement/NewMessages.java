package svc.launcher.agreement;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Creates messages that are identified by their sizes, some of which belong to one thread. Not thread-safe. */
final class NewMessages {

    private static final int SMALLEST_SIZE = 400;

    private final Random random;
    private int messages;

    NewMessages(Random random) {
        this.random = random;
    }

    /** Returns a size that no other message has. */
    int newSize() {
        return SMALLEST_SIZE + ++messages;
    }

    /** Returns a message with a size. */
    byte[] ofSize(int size) {
        String head = "From: ann@one.test\r\nSubject: s" + random.nextInt(2) + "\r\nMessage-ID: <" + size
                + "@agreement.test>\r\n"
                + (random.nextInt(3) == 0
                        ? "References: <" + (size - 1 - random.nextInt(20)) + "@agreement.test>\r\n"
                        : "")
                + "\r\n";
        return (head + "x".repeat(size - head.length() - 2) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}
