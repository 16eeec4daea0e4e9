package svc.delivery.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import svc.api.delivery.DeliveryStatus.State;
import svc.delivery.queue.QueuedRecipient;

/**
 * The body of a task that files a message for one recipient, and of the task that records the result. Immutable.
 *
 * @param posting the number of the message in the queue
 * @param i the number of the recipient
 * @param state the result; waiting after a temporary failure, or before there is a result
 * @param reply the reply of the result
 */
record DeliveryTask(long posting, int i, State state, String reply) {

    static DeliveryTask of(QueuedRecipient recipient) {
        return new DeliveryTask(recipient.posting(), recipient.i(), State.WAITING, "");
    }

    static DeliveryTask of(byte[] bytes) {
        String[] parts = new String(bytes, UTF_8).split(" ", 4);
        return new DeliveryTask(
                Long.parseLong(parts[0]),
                Integer.parseInt(parts[1]),
                State.valueOf(parts[2].toUpperCase(Locale.ROOT)),
                parts[3]);
    }

    DeliveryTask with(State result, String resultReply) {
        return new DeliveryTask(posting, i, result, resultReply);
    }

    byte[] bytes() {
        return (posting + " " + i + " " + state.wireName() + " " + reply).getBytes(UTF_8);
    }
}
