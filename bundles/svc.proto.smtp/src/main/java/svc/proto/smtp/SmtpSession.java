package svc.proto.smtp;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.net.IpNetwork;
import svc.api.net.connection.Connection;
import svc.api.net.connection.LineTooLongException;
import svc.api.net.connection.Session;

/** The session of one connection. It greets the client, and answers refused commands. */
final class SmtpSession implements Session {

    /** The maximum number of invalid commands on one connection. */
    static final int MOST_BAD_COMMANDS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(SmtpSession.class);

    private final Front front;
    private final Connection connection;
    private final Dialogue dialogue;
    private Next waiting = new Close("");
    private int badCommands;

    SmtpSession(Front front, Connection connection) {
        this.front = front;
        this.connection = connection;
        this.dialogue = new Dialogue(front, connection);
    }

    @Override
    public Next serve(Event event) throws IOException {
        Next next = step(event);
        waiting = next instanceof StartTls start ? start.then() : next;
        return next;
    }

    private Next step(Event event) throws IOException {
        try {
            return switch (event) {
                case OPENED -> opened();
                case INPUT -> dialogue.stage().input();
                case WOKEN -> woken();
                case EXPIRED -> dialogue.stage().expired();
            };
        } catch (LineTooLongException e) {
            return refuse(Refusal.LINE_TOO_LONG.with());
        } catch (RefusedException e) {
            return refuse(e);
        }
    }

    private Next woken() throws RefusedException {
        dialogue.checkSignIn();
        return waiting;
    }

    private Next refuse(RefusedException refused) throws IOException {
        front.metrics().refused(refused.refusal());
        String trace = dialogue.record(refused);
        LOG.debug("Refused: {}", refused.getMessage());
        if (refused.refusal().closes()) {
            LOG.info("The connection ends: {}", refused.getMessage());
            return new Close(Dialogue.line(refused.reply(), trace));
        }
        if (refused.refusal().isBad() && ++badCommands > MOST_BAD_COMMANDS) {
            return refuse(Refusal.TOO_MANY_BAD_COMMANDS.with());
        }
        dialogue.reply(List.of(refused.reply()), trace);
        return dialogue.awaitCommand();
    }

    private Next opened() throws IOException, RefusedException {
        LOG.debug(
                "{} from {}",
                front.role().protocol(),
                IpNetwork.text(connection.peer().getAddress()));
        Optional<Refusal> refusal = front.refusal(connection);
        if (refusal.isPresent()) {
            throw refusal.get().with();
        }
        // A client that sends before the greeting does not wait for replies, as programs that send spam do.
        Duration wait = front.role() == Role.RELAY
                        && !front.limiter().isTrusted(connection.peer().getAddress())
                ? front.settings().greetingWait()
                : Duration.ZERO;
        if (wait.isZero()) {
            return greet();
        }
        dialogue.enter(new Dialogue.Stage() {
            @Override
            public Next input() throws RefusedException {
                throw Refusal.EARLY_TALKER.with();
            }

            @Override
            public Next expired() throws IOException {
                return greet();
            }
        });
        return new Park(0, wait, wait, false);
    }

    private Next greet() throws IOException {
        dialogue.replyLines(220, List.of(front.hostname() + " " + front.role().greeting()));
        return dialogue.awaitCommand();
    }

    @Override
    public void closed() {
        front.signedIn().remove(connection);
        dialogue.reset();
    }
}
