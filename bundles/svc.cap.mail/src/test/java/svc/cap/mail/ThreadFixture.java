package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.cap.mail.message.MailHome;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/**
 * An account with messages that form threads.
 *
 * @param home the engine
 * @param ada the client of the account
 * @param inbox the id of the inbox
 */
public record ThreadFixture(MailHome home, Client ada, String inbox) {

    public static ThreadFixture in(Path directory) {
        MailHome home = new MailHome(directory);
        Client ada = home.account("ada");
        return new ThreadFixture(home, ada, MailHome.roles(ada).getOrDefault("inbox", ""));
    }

    /** Returns a message with these links. */
    public TestMessage letter(Long... links) {
        return new TestMessage(inbox).subject("lunch").links(links);
    }

    /** Inserts a message. Returns the id of its thread. */
    public String put(TestMessage letter) {
        return thread(home.put(ada, letter).get(0));
    }

    /** Returns the thread of an email. */
    public String thread(String email) {
        return String.valueOf(properties(ada, List.of(email), "threadId").get(0).get("threadId"));
    }

    /** Returns properties of emails. */
    public static List<Map<?, ?>> properties(Client client, @Nullable List<String> emails, String... names) {
        List<Map<?, ?>> found = new ArrayList<>();
        client.call("Email/get", Members.with("ids", emails, "properties", List.of(names)))
                .done()
                .list("list")
                .forEach(one -> found.add((Map<?, ?>) requireNonNull(one)));
        return found;
    }

    /** Inserts a thread of many messages. Returns its id. */
    public String many(long link, int messages) {
        List<TestMessage> letters = new ArrayList<>(Collections.nCopies(messages, letter(link)));
        return thread(home.put(ada, letters).get(0));
    }

    /** Calls {@code Thread/merge} for threads. */
    public static Response merge(Client client, Object... threads) {
        return client.call("Thread/merge", Map.of("merge", Map.of("m", Map.of("threadIds", List.of(threads)))));
    }

    /** Returns the merged thread of a response. */
    public static Map<?, ?> merged(Response answer) {
        return (Map<?, ?>) requireNonNull(answer.done().object("merged").get("m"));
    }
}
