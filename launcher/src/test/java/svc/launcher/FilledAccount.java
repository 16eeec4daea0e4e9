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

/**
 * An account that is filled with {@link YearsOfMail}, many messages in a call and some calls at once.
 *
 * @param user whose
 * @param years the messages
 * @param mailboxes where they go; most of them into the first
 */
record FilledAccount(MailUser user, YearsOfMail years, List<String> mailboxes) {

    private static final int IN_A_CALL = 100;
    private static final int AT_ONCE = 4;
    private static final int FOLDERS = 7;
    private static final int PAGE = 500;
    private static final Duration LONGEST = Duration.ofHours(2);

    /** A new one, whose mailboxes are there and empty. */
    static FilledAccount of(RunningServer server, String email) {
        MailUser user = MailUser.of(server, email);
        List<String> mailboxes = new ArrayList<>(List.of(user.mailbox("inbox")));
        for (int i = 0; i < FOLDERS; i++) {
            mailboxes.add(user.newMailbox("Folder " + i));
        }
        return new FilledAccount(user, new YearsOfMail(email.replace('@', '.')), mailboxes);
    }

    /** Brings messages in, from one number on up to another. */
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
                .mapToObj(n -> "'k" + n + "':" + importing(n, YearsOfMail.mailboxes(n, mailboxes)))
                .collect(Collectors.joining(","));
        JsonNode answer = user.call("Email/import", "'emails':{" + emails + "}");
        assertThat(answer.path("created").size())
                .as(answer.path("notCreated").toString())
                .isEqualTo(until - from);
    }

    /** Sends a message up; what is said of it when it is imported. */
    String importing(int n, List<String> into) {
        return "{'blobId':'" + user.upload(years.message(n)) + "','mailboxIds':" + all(into) + ",'keywords':"
                + all(YearsOfMail.keywords(n)) + ",'receivedAt':'" + YearsOfMail.received(n) + "'}";
    }

    private static String all(List<String> names) {
        return names.stream().map(name -> "'" + name + "':true").collect(Collectors.joining(",", "{", "}"));
    }

    /** Waits until the index knows all; that of a large account takes minutes. */
    void awaitFollowed() {
        RunningServer server = user.who().server();
        server.await("the index follows", LONGEST, () -> server.metric("search_behind_indexes") == 0);
    }

    /** The messages of the first mailbox, the newest first, page after page. */
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
            all.addAll(MailUser.texts(page));
        } while (!page.isEmpty());
        ids.addAll(all);
        assertThat(ids).as("all of them once").hasSameSizeAs(all);
        return all;
    }
}
