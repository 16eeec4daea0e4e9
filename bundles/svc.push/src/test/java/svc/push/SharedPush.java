package svc.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.annotation.Annotation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import svc.api.engine.ScopeKey;
import svc.api.identity.Caller;
import svc.api.jmap.observe.ReadableData;
import svc.api.push.PushConnection;
import svc.api.push.PushConnection.Changes;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.time.Clock;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** The push of a server with mail, on which users share mailboxes. */
final class SharedPush implements AutoCloseable {

    static final String PRINCIPALS = "urn:ietf:params:jmap:principals";

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final BundleServer server;
    private final SharedStateFeed feed;
    private final Hub hub;

    SharedPush(BundleServer server, boolean sharedAccounts) {
        this(server, sharedAccounts, server.readableData());
    }

    SharedPush(BundleServer server, boolean sharedAccounts, ReadableData data) {
        this.server = server;
        LocalBus bus = new LocalBus();
        server.listen(bus);
        Clock clock = server.service(Clock.class);
        Config config = new Config(sharedAccounts);
        this.feed = new SharedStateFeed(config, server.store(), bus, data, server.readableTypes(), clock);
        this.hub = new Hub(config, server.store(), bus, server.readableTypes(), server.directory(), feed, clock);
    }

    @SuppressWarnings("BadAnnotationImplementation") // the component runtime makes such objects too
    private record Config(boolean shared_accounts) implements PushConfig {

        @Override
        public int streams_per_account() {
            return 1_000;
        }

        @Override
        public Class<? extends Annotation> annotationType() {
            return PushConfig.class;
        }
    }

    /** Returns the number of shared accounts and tenants that streams follow. */
    int followedScopes() {
        return feed.size();
    }

    /** A client that reads its stream when a test asks for it. */
    final class Stream implements AutoCloseable {

        private final PushConnection connection;
        final AtomicInteger woken = new AtomicInteger();
        String lastId = "";

        private Stream(LocalMailUser user, Optional<Set<String>> types, Optional<String> since) {
            Caller caller = new Caller(user.who().account(), "d1", Caller.CredentialKind.SESSION, "127.0.0.1");
            connection = hub.open(caller, woken::incrementAndGet).orElseThrow();
            connection.subscribe(types, since);
            Eventually.until("the stream was woken when it began", () -> woken.get() > 0);
            lastId = connection.pushState(Optional.empty()).orElse("");
        }

        /** Returns the changes that are due within some seconds, merged by account; the states are the newest ones. */
        Map<String, Map<String, String>> read() {
            server.advance(SECOND);
            Optional<Changes> changes = connection.poll();
            changes.ifPresent(sent -> lastId = sent.pushState());
            return changes.map(Changes::changed).orElse(Map.of());
        }

        /** Waits for changes of an account. */
        Map<String, String> await(String account) {
            AtomicReferenceMap found = new AtomicReferenceMap();
            Eventually.until("changes of " + account + " are sent", () -> found.set(read().get(account)));
            return found.value;
        }

        @Override
        public void close() {
            connection.close();
        }
    }

    /** Holds a value that was found. */
    private static final class AtomicReferenceMap {

        private Map<String, String> value = Map.of();

        boolean set(@Nullable Map<String, String> found) {
            if (found != null) {
                value = found;
            }
            return found != null;
        }
    }

    Stream stream(LocalMailUser user, String... types) {
        return new Stream(user, types.length == 0 ? Optional.empty() : Optional.of(Set.of(types)), Optional.empty());
    }

    Stream resume(LocalMailUser user, String since) {
        return new Stream(user, Optional.empty(), Optional.of(since));
    }

    /** Gives rights to a mailbox; none if the text is empty. Waits until the changes can be calculated. */
    void share(LocalMailUser owner, LocalMailUser guest, String mailbox, String rights) {
        share(owner, guest.who().accountId(), mailbox, rights);
    }

    /** Gives rights to a principal in the same way. */
    void share(LocalMailUser owner, String principal, String mailbox, String rights) {
        JsonNode response = owner.using(
                        List.of(MailCalls.URN, PRINCIPALS),
                        "['Mailbox/set',{'accountId':'@','update':{'" + mailbox + "':{'shareWith/"
                                + principal + "':" + (rights.isEmpty() ? "null" : "{" + rights + "}")
                                + "}}},'c']")
                .at("/0/1");
        assertThat(response.path("updated").has(mailbox))
                .as(response.toString())
                .isTrue();
        Scope scope = Scope.account(new ScopeKey(), owner.who().account().n());
        long n = ObjectId.parse('f', mailbox).orElseThrow();
        if (!rights.isEmpty()) {
            Eventually.until(
                    "the mailbox is watched",
                    () -> server.store().read(scope, snapshot -> snapshot.isWatched("Thread", n)));
        }
    }

    /** Returns the state that a /get returns. */
    String state(LocalMailUser user, String account, String type) {
        return user.using(
                        List.of(MailCalls.URN, PRINCIPALS),
                        "['" + type + "/get',{'accountId':'" + account + "','ids':[]},'c']")
                .at("/0/1/state")
                .asText();
    }

    @Override
    public void close() {
        hub.stop();
        feed.stop();
    }
}
