package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.util.concurrent.ListenableFuture;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import rs.ltt.jmap.client.api.MethodErrorResponseException;
import rs.ltt.jmap.common.entity.Comparator;
import rs.ltt.jmap.common.entity.Email;
import rs.ltt.jmap.common.entity.Mailbox;
import rs.ltt.jmap.common.entity.filter.EmailFilterCondition;
import rs.ltt.jmap.common.entity.query.EmailQuery;
import rs.ltt.jmap.common.method.error.AnchorNotFoundMethodErrorResponse;
import rs.ltt.jmap.common.method.error.StateMismatchMethodErrorResponse;
import rs.ltt.jmap.mua.Mua;
import rs.ltt.jmap.mua.Status;
import rs.ltt.jmap.mua.cache.exception.CacheConflictException;
import rs.ltt.jmap.mua.service.exception.SetException;
import svc.testkit.bundles.MailCalls;

/**
 * The mail application {@code rs.ltt.jmap:jmap-mua} with the mail of a user, or with mail that is shared with the user. It
 * fetches everything once and then follows changes of mailboxes, threads and emails, and of two lists: all emails, and the
 * threads of the inbox or of a shared mailbox.
 */
final class MailApp implements AutoCloseable {

    private static final int PATIENCE = 50;

    private final MailCalls user;
    private final String mailbox;
    private final MailCopy copy = new MailCopy();
    private final Mua mua;
    private final List<EmailQuery> lists;

    private MailApp(MailUser caller, MailCalls user, String mailbox, boolean socket, int page) {
        SignedIn who = caller.who();
        this.user = user;
        this.mailbox = mailbox;
        mua = Mua.builder()
                .username(who.email())
                .password(password(caller))
                .sessionResource(HttpUrl.get(who.server().url() + "/.well-known/jmap"))
                .accountId(user.account())
                .useWebSocket(socket)
                .queryPageSize(page)
                .cache(copy)
                .build();
        Comparator[] newest = {new Comparator("receivedAt", false)};
        EmailFilterCondition inbox =
                EmailFilterCondition.builder().inMailbox(mailbox).build();
        lists = List.of(EmailQuery.of(null, newest, false), EmailQuery.of(inbox, newest, true));
    }

    /** Signs in with an app password; uses a socket or single requests. */
    static MailApp of(MailUser user, boolean socket, int page) {
        return new MailApp(user, user, user.mailbox("inbox"), socket, page);
    }

    /** Signs in as a user with whom a mailbox is shared. */
    static MailApp ofGuest(MailUser user, MailUser owner, String mailbox, boolean socket) {
        return new MailApp(user, user.guestOf(owner), mailbox, socket, 2);
    }

    private static String password(MailUser user) {
        return user.using(
                        List.of("urn:svc:params:jmap:v2:apppasswords"),
                        "['AppPassword/set',{'accountId':'@','create':{'a':{'name':'mail'}}},'0']")
                .at("/0/1/created/a/secret")
                .asText();
    }

    @Override
    public void close() {
        mua.close();
    }

    static <T> T soon(Future<T> future) throws ExecutionException {
        try {
            return future.get(30, TimeUnit.SECONDS);
        } catch (InterruptedException | java.util.concurrent.TimeoutException e) {
            throw new AssertionError("no answer", e);
        }
    }

    Mua mua() {
        return mua;
    }

    MailCopy copy() {
        return copy;
    }

    /** An action of the application. */
    @FunctionalInterface
    interface Action {
        ListenableFuture<Boolean> on(Mua mua);
    }

    /** Runs an action, again if another client was faster; returns false if it has become impossible. */
    boolean act(Action action) throws ExecutionException {
        for (int i = 0; i < PATIENCE; i++) {
            try {
                boolean done = soon(action.on(mua));
                catchUp();
                return done;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof SetException) {
                    return false;
                } else if (!othersWereFaster(e.getCause())) {
                    throw e;
                }
                catchUp();
            }
        }
        throw new AssertionError("others are always faster");
    }

    /** Follows changes until there are none. */
    void catchUp() throws ExecutionException {
        for (int i = 0; i < PATIENCE; i++) {
            if (current()) {
                return;
            }
        }
        throw new AssertionError("changes without an end");
    }

    private boolean current() throws ExecutionException {
        boolean current = true;
        for (EmailQuery list : lists) {
            try {
                current &= soon(mua.query(list)) == Status.UNCHANGED;
                current &= !turnPage(list);
            } catch (ExecutionException e) {
                if (!othersWereFaster(e.getCause())) {
                    throw e;
                }
                current = false;
            }
        }
        // It fetches an empty list as a whole instead of its changes.
        return current || (copy.isEmpty(lists) && soon(mua.refresh()) == Status.UNCHANGED);
    }

    /** The results of two requests do not fit together, or a request timed out: the application must repeat them. */
    private static boolean othersWereFaster(@Nullable Throwable cause) {
        return cause instanceof CacheConflictException
                || cause instanceof SocketTimeoutException
                || MethodErrorResponseException.matches(cause, StateMismatchMethodErrorResponse.class)
                || MethodErrorResponseException.matches(cause, AnchorNotFoundMethodErrorResponse.class);
    }

    /** Fetches the next page of a list, if there is one. */
    private boolean turnPage(EmailQuery list) throws ExecutionException {
        List<String> had = copy.list(list);
        if (had.isEmpty()) {
            return false;
        }
        soon(mua.query(list, had.get(had.size() - 1)));
        return copy.list(list).size() > had.size();
    }

    /** Returns the matching emails of the application. */
    List<Email> emails(Predicate<Email> condition) {
        return copy.emails().stream().filter(condition).toList();
    }

    /** Returns the emails of the application with a subject. */
    List<Email> emails(String subject) {
        return emails(email -> subject.equals(email.getSubject()));
    }

    /** Returns the mailbox of the application with a name. */
    Mailbox mailbox(String name) {
        return copy.mailboxes().stream()
                .filter(mailbox -> name.equals(mailbox.getName()))
                .findFirst()
                .orElseThrow();
    }

    /** Asserts that the application has the objects and lists of the server. */
    void assertAgrees() {
        assertThat(copy.describedMailboxes()).isEqualTo(MailCopy.mailboxes(all("Mailbox/get", "")));
        assertThat(copy.describedEmails()).isEqualTo(MailCopy.emails(all("Email/get", ",'fetchTextBodyValues':true")));
        List<String> threads = copy.describedEmails().values().stream()
                .map(email -> String.valueOf(email.get("threadId")))
                .distinct()
                .toList();
        JsonNode received = user.call(
                        "Thread/get",
                        "'ids':["
                                + String.join(
                                        ",",
                                        threads.stream()
                                                .map(id -> "'" + id + "'")
                                                .toList()) + "]")
                .path("list");
        assertThat(copy.describedThreads()).isEqualTo(MailCopy.threads(received));
        String newest = "'sort':[{'property':'receivedAt','isAscending':false}]";
        assertThat(copy.list(lists.get(0)))
                .isEqualTo(MailCalls.texts(user.call("Email/query", newest).path("ids")));
        String inbox = "'filter':{'inMailbox':'" + mailbox + "'},'collapseThreads':true," + newest;
        assertThat(copy.list(lists.get(1)))
                .isEqualTo(MailCalls.texts(user.call("Email/query", inbox).path("ids")));
    }

    private JsonNode all(String method, String more) {
        return user.call(method, "'ids':null" + more).path("list");
    }
}
