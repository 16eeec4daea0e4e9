package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** Subscribed queries of mail: after any change, the window of the client has the results of the query. */
final class MailQueryStreamIT {

    private static final String NEWEST = ",'sort':[{'property':'receivedAt','isAscending':false}]";
    private static final int SEED = 42;

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.shared();

    /**
     * A query window on a screen.
     *
     * @param query its filter and sort
     * @param limit the length of the window
     */
    private record Screen(MailUser user, String query, int limit, QueryStream shown) {

        static Screen of(MailUser user, String query, int limit) {
            String asked = ("{'type':'Email'," + query + "}").replace('\'', '"');
            String window = "{\"position\":0,\"limit\":" + limit + "}";
            return new Screen(user, query, limit, QueryStream.ofMail(user.who(), asked, window));
        }

        List<String> found() {
            return MailCalls.texts(user.call("Email/query", query + ",'position':0,'limit':" + limit)
                    .path("ids"));
        }

        /** Reads events until the window has the results of the query; fails when no more arrive. */
        void catchUp(EventClient client) {
            catchUp(client, List.of(this));
        }

        /** Does the same for several windows. */
        static void catchUp(EventClient client, List<Screen> screens) {
            List<List<String>> found = screens.stream().map(Screen::found).toList();
            List<QueryStream> shown = screens.stream().map(Screen::shown).toList();
            QueryStream.until(
                    client, () -> shown.stream().map(QueryStream::ids).toList().equals(found), shown);
        }
    }

    private static String inbox(MailUser user) {
        return "'filter':{'inMailbox':'" + user.mailbox("inbox") + "'}" + NEWEST;
    }

    private static String bring(MailUser user, String subject, int second) {
        String at = ",'receivedAt':'2030-01-01T00:%02d:%02dZ'".formatted(second / 60, second % 60);
        return user.bring(MailCalls.letter(subject, subject, ""), user.mailbox("inbox"), at)
                .path("id")
                .asText();
    }

    private static void update(MailUser user, String id, String patch) {
        JsonNode set = user.call("Email/set", "'update':{'" + id + "':{" + patch + "}}");
        assertThat(set.path("updated").has(id)).as(set.toString()).isTrue();
    }

    private static void destroy(MailUser user, String id) {
        JsonNode set = user.call("Email/set", "'destroy':['" + id + "']");
        assertThat(MailCalls.texts(set.path("destroyed"))).containsExactly(id);
    }

    @Test
    @Covers("CATCH-02")
    void arrivalsMovesAndDestroysAreSent() {
        Sender ann = Sender.of(SERVER.running(), "ann@follow.test");
        MailUser bob = MailUser.of(SERVER.running(), "bob@follow.test");
        String inbox = bob.mailbox("inbox");
        String trash = bob.mailbox("trash");
        try (EventClient client = QueryStream.open(bob.who(), "")) {
            Screen shown = Screen.of(bob, inbox(bob), 3);
            assertThat(shown.shown().ids()).isEmpty();
            shown.shown().next(client);
            String one = bring(bob, "one", 1);
            shown.shown().until(client, one);
            String three = bring(bob, "three", 3);
            shown.shown().until(client, three, one);
            String two = bring(bob, "two", 2);
            shown.shown().until(client, three, two, one);
            update(bob, three, "'mailboxIds/" + inbox + "':null,'mailboxIds/" + trash + "':true");
            shown.shown().until(client, two, one);
            update(bob, three, "'mailboxIds/" + inbox + "':true");
            shown.shown().until(client, three, two, one);
            String zero = bring(bob, "zero", 0);
            assertThat(shown.found()).as("beyond the window").doesNotContain(zero);
            destroy(bob, two);
            shown.shown().until(client, three, one, zero);
            ann.send("bob@follow.test", "sent");
            Sender.of(bob).awaitInbox("one", "sent", "three", "zero");
            shown.catchUp(client);
        }
    }

    @Test
    @Covers("PATCH-04")
    void countsAndKeywordsArePatchedByName() {
        MailUser bob = MailUser.of(SERVER.running(), "bob@patched.test");
        String one = bring(bob, "one", 1);
        String inbox = bob.mailbox("inbox");
        bob.call("Email/get", "'ids':['" + one + "']");
        String begin;
        try (EventClient client = EventClient.open(SERVER.running().url() + QueryStream.PATH
                + "?types=Email,Mailbox&access_token=" + bob.who().token())) {
            client.started();
            begin = client.lastId();
            update(bob, one, "'keywords/$seen':true");
            assertThat(patches(client, 2))
                    .containsOnly(
                            Map.entry(one, Set.of("keywords/$seen")),
                            Map.entry(inbox, Set.of("totalEmails", "unreadEmails", "totalThreads", "unreadThreads")));
            bob.call("Mailbox/set", "'update':{'" + inbox + "':{'sortOrder':7}}");
            assertThat(patches(client, 1)).containsOnly(Map.entry(inbox, Set.of("sortOrder")));
        }
        update(bob, one, "'keywords/$flagged':true");
        try (EventClient again = QueryStream.open(bob.who(), "?types=Email,Mailbox", begin)) {
            assertThat(patches(again, 2))
                    .containsOnly(
                            Map.entry(one, Set.of("keywords/$seen", "keywords/$flagged")),
                            Map.entry(
                                    inbox,
                                    Set.of(
                                            "totalEmails",
                                            "unreadEmails",
                                            "totalThreads",
                                            "unreadThreads",
                                            "sortOrder")));
        }
    }

    /** Returns the pointers of the next events, by object. */
    private static Map<String, Set<String>> patches(EventClient client, int count) {
        Map<String, Set<String>> patches = new HashMap<>();
        while (patches.size() < count) {
            EventClient.Event event = client.next();
            assertThat(event.name()).as(event.toString()).isEqualTo("patch");
            Set<String> pointers = new HashSet<>();
            event.json().path("patch").fieldNames().forEachRemaining(pointers::add);
            patches.put(event.json().path("id").asText(), pointers);
        }
        return patches;
    }

    @Test
    @Covers("CATCH-02")
    void keywordChangesUpdateKeywordQueries() {
        MailUser bob = MailUser.of(SERVER.running(), "bob@marks.test");
        String one = bring(bob, "one", 1);
        String two = bring(bob, "two", 2);
        try (EventClient client = QueryStream.open(bob.who(), "")) {
            Screen unread = Screen.of(bob, "'filter':{'notKeyword':'$seen'}" + NEWEST, 5);
            Screen labelled = Screen.of(bob, "'filter':{'hasKeyword':'shop'}" + NEWEST, 5);
            List<Screen> both = List.of(unread, labelled);
            assertThat(unread.shown().ids()).containsExactly(two, one);
            update(bob, two, "'keywords/$seen':true");
            Screen.catchUp(client, both);
            assertThat(unread.shown().ids()).containsExactly(one);
            update(bob, one, "'keywords/shop':true");
            Screen.catchUp(client, both);
            assertThat(labelled.shown().ids()).containsExactly(one);
            update(bob, two, "'keywords/$seen':null,'keywords/shop':true");
            Screen.catchUp(client, both);
            assertThat(unread.shown().ids()).containsExactly(two, one);
            assertThat(labelled.shown().ids()).containsExactly(two, one);
        }
    }

    @Test
    @Covers("CATCH-02")
    void reconnectedWindowMatchesTheQuery() {
        MailUser bob = MailUser.of(SERVER.running(), "bob@back.test");
        String trash = bob.mailbox("trash");
        String one = bring(bob, "one", 1);
        String two = bring(bob, "two", 2);
        String three = bring(bob, "three", 3);
        Screen shown = Screen.of(bob, inbox(bob), 3);
        String last;
        try (EventClient client = QueryStream.open(bob.who(), "")) {
            shown.shown().next(client);
            assertThat(shown.shown().ids()).containsExactly(three, two, one);
            last = client.lastId();
        }
        String five = bring(bob, "five", 5);
        update(bob, two, "'mailboxIds':{'" + trash + "':true}");
        destroy(bob, one);
        update(bob, three, "'keywords/$flagged':true");
        try (EventClient again = QueryStream.open(bob.who(), "", last)) {
            assertThat(shown.shown().next(again).path("oldQueryState").isNull())
                    .as("by what changed")
                    .isFalse();
            shown.catchUp(again);
            assertThat(shown.shown().ids()).containsExactly(five, three);
            String four = bring(bob, "four", 4);
            shown.shown().until(again, five, four, three);
        }
    }

    @Test
    @Covers("CATCH-02")
    void subscribedWindowsMatchTheirQueries() {
        MailUser bob = MailUser.of(SERVER.running(), "bob@any.test");
        String inbox = bob.mailbox("inbox");
        String trash = bob.mailbox("trash");
        List<Screen> screens = List.of(
                Screen.of(bob, inbox(bob), 4),
                Screen.of(bob, inbox(bob) + ",'collapseThreads':true", 3),
                Screen.of(
                        bob,
                        "'filter':{'operator':'AND','conditions':[{'inMailbox':'" + inbox
                                + "'},{'notKeyword':'$seen'}]}" + NEWEST,
                        5));
        Random random = new Random(SEED);
        String last = "";
        for (int round = 0; round < 3; round++) {
            try (EventClient client =
                    round == 0 ? QueryStream.open(bob.who(), "") : QueryStream.open(bob.who(), "", last)) {
                for (int i = 0; i < 12; i++) {
                    act(bob, random, inbox, trash);
                }
                Screen.catchUp(client, screens);
                last = client.lastId();
            }
            for (int i = 0; i < 6; i++) {
                act(bob, random, inbox, trash);
            }
        }
    }

    /** Adds an email, or changes one. */
    private static void act(MailUser bob, Random random, String inbox, String trash) {
        List<String> all =
                MailCalls.texts(bob.call("Email/query", "'filter':null").path("ids"));
        int what = random.nextInt(6);
        if (what < 2 || all.size() < 3) {
            bring(bob, "letter " + random.nextInt(4), random.nextInt(600));
            return;
        }
        String id = all.get(random.nextInt(all.size()));
        switch (what) {
            case 2 -> update(bob, id, "'keywords/$seen':" + (random.nextBoolean() ? "true" : "null"));
            case 3 -> update(bob, id, "'mailboxIds':{'" + trash + "':true}");
            case 4 -> update(bob, id, "'mailboxIds':{'" + inbox + "':true}");
            default -> destroy(bob, id);
        }
    }
}
