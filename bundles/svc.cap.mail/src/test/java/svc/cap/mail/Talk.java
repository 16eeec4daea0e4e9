package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/**
 * Somebody whose messages make threads.
 *
 * @param home what there is besides
 * @param ada who it is
 * @param inbox where the messages go
 */
record Talk(MailHome home, Client ada, String inbox) {

    static Talk in(Path directory) {
        MailHome home = new MailHome(directory);
        Client ada = home.account("ada");
        return new Talk(home, ada, MailHome.roles(ada).getOrDefault("inbox", ""));
    }

    /** A message with these links. */
    Letter letter(Long... links) {
        return new Letter(inbox).subject("lunch").links(links);
    }

    /** Puts a message in; its thread. */
    String put(Letter letter) {
        return thread(home.put(ada, letter).get(0));
    }

    /** The thread of a message. */
    String thread(String email) {
        return String.valueOf(properties(ada, List.of(email), "threadId").get(0).get("threadId"));
    }

    /** Some properties of messages. */
    static List<Map<?, ?>> properties(Client client, @Nullable List<String> emails, String... names) {
        List<Map<?, ?>> found = new ArrayList<>();
        client.call("Email/get", Members.with("ids", emails, "properties", List.of(names)))
                .done()
                .list("list")
                .forEach(one -> found.add((Map<?, ?>) requireNonNull(one)));
        return found;
    }

    /** A new thread of many messages. */
    String many(long link, int messages) {
        List<Letter> letters = new ArrayList<>(Collections.nCopies(messages, letter(link)));
        return thread(home.put(ada, letters).get(0));
    }

    /** The answer to whoever says that threads are one. */
    static Response merge(Client client, Object... threads) {
        return client.call("Thread/merge", Map.of("merge", Map.of("m", Map.of("threadIds", List.of(threads)))));
    }

    /** What they became. */
    static Map<?, ?> merged(Response answer) {
        return (Map<?, ?>) requireNonNull(answer.done().object("merged").get("m"));
    }
}
