package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import svc.testkit.bundles.MailCalls;

/**
 * An account that is filled with {@link GeneratedMailbox}, many messages per call and some calls at once.
 *
 * @param user the account
 * @param years the messages
 * @param mailboxes the mailboxes; most messages go into the first
 */
record FilledAccount(MailUser user, GeneratedMailbox years, List<String> mailboxes) {

    private static final int IN_A_CALL = 100;
    private static final int AT_ONCE = 4;
    private static final int FOLDERS = 7;
    private static final int PAGE = 500;
    private static final Duration LONGEST = Duration.ofHours(2);

    /** Returns a new account with empty mailboxes. */
    static FilledAccount of(RunningServer server, String email) {
        MailUser user = MailUser.of(server, email);
        List<String> mailboxes = new ArrayList<>(List.of(user.mailbox("inbox")));
        for (int i = 0; i < FOLDERS; i++) {
            mailboxes.add(user.newMailbox("Folder " + i));
        }
        return new FilledAccount(user, new GeneratedMailbox(email.replace('@', '.')), mailboxes);
    }

    /** Imports the messages of a range of numbers. */
    void bring(int from, int until) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<?>> calls = new ArrayList<>();
            for (int n = from; n < until; n += IN_A_CALL) {
                int first = n;
                calls.add(threads.submit(() -> call(first, Math.min(until, first + IN_A_CALL))));
            }
            for (Future<?> call : calls) {
                call.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void call(int from, int until) {
        String emails = IntStream.range(from, until)
                .mapToObj(n -> "'k" + n + "':" + importing(n, GeneratedMailbox.mailboxes(n, mailboxes)))
                .collect(Collectors.joining(","));
        JsonNode response = user.call("Email/import", "'emails':{" + emails + "}");
        assertThat(response.path("created").size())
                .as(response.path("notCreated").toString())
                .isEqualTo(until - from);
    }

    /** Uploads a message; returns the arguments of its import. */
    String importing(int n, List<String> into) {
        return "{'blobId':'" + user.upload(years.message(n)) + "','mailboxIds':" + all(into) + ",'keywords':"
                + all(GeneratedMailbox.keywords(n)) + ",'receivedAt':'" + GeneratedMailbox.received(n) + "'}";
    }

    private static String all(List<String> names) {
        return names.stream().map(name -> "'" + name + "':true").collect(Collectors.joining(",", "{", "}"));
    }

    /** Waits until the index contains all messages; for a large account that takes minutes. */
    void awaitFollowed() {
        RunningServer server = user.who().server();
        server.await("the index follows", LONGEST, () -> server.metric("search_behind_indexes") == 0);
    }

    /** Returns the ids of the first mailbox, the newest first, page by page. */
    List<String> ids() {
        Set<String> ids = new HashSet<>();
        List<String> all = new ArrayList<>();
        JsonNode page;
        do {
            page = user.call(
                            "Email/query",
                            "'filter':{'inMailbox':'" + mailboxes.get(0)
                                    + "'},'sort':[{'property':'receivedAt','isAscending':false}]," + "'position':"
                                    + all.size() + ",'limit':" + PAGE)
                    .path("ids");
            all.addAll(MailCalls.texts(page));
        } while (!page.isEmpty());
        ids.addAll(all);
        assertThat(ids).as("all of them once").hasSameSizeAs(all);
        return all;
    }
}
