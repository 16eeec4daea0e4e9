package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.engine.ScopeKey;
import svc.api.jmap.Capability;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LabelCalls;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/**
 * Two owners have the same emails in the mailboxes that they share with a guest. One of them has further emails of the
 * same threads in another mailbox, and labels. The guest gets the same responses for both.
 */
class HiddenMailTest {

    private static final String PRINCIPALS = "urn:ietf:params:jmap:principals";
    private static final int STEPS = 40;
    private static final List<String> KEYWORDS = List.of("$seen", "$flagged", "work");

    @RegisterExtension
    static final BundleServer SERVER =
            BundleServer.withMailStorage().providing(Capability.class, directory -> () -> PRINCIPALS);

    private Random random = new Random();
    private LocalMailUser guest;
    private Owner plain;
    private Owner hiding;
    private String label = "";
    private int letters;

    /** An owner, and the names of the objects by id. */
    private final class Owner {
        private final LocalMailUser user;
        private final String account;
        private final List<String> shared = new ArrayList<>();
        private final String secret;
        private final List<String> emails = new ArrayList<>();
        private final List<String> hidden = new ArrayList<>();
        private final Map<String, String> names = new LinkedHashMap<>();
        private String state = "";
        private String queryState = "";

        Owner(String address) {
            user = LocalMailUser.of(SERVER, address);
            account = guest.who().sharedBy(user.who());
            names.put(account, "ACCOUNT");
            secret = user.newMailbox("Secret");
            for (String name : List.of("A", "B")) {
                String id = user.newMailbox(name);
                shared.add(id);
                names.put(id, name);
                user.using(
                        List.of(MailCalls.URN, PRINCIPALS),
                        "['Mailbox/set',{'accountId':'@','update':{'" + id + "':{'shareWith/"
                                + guest.who().accountId() + "':{'mayReadItems':true},'parentId':'" + secret
                                + "'}}},'c']");
                long n = ObjectId.parse('f', id).orElseThrow();
                Scope scope = Scope.account(new ScopeKey(), user.who().account().n());
                Eventually.until(
                        "the mailbox is watched",
                        () -> SERVER.store().read(scope, snapshot -> snapshot.isWatched("Email", n)));
            }
        }

        void bring(byte[] letter, int mailbox, String more) {
            JsonNode email = user.bring(letter, shared.get(mailbox), more);
            names.put(email.path("id").asText(), "email" + emails.size());
            emails.add(email.path("id").asText());
        }

        void hide(byte[] letter, String more) {
            hidden.add(user.bring(letter, secret, more).path("id").asText());
        }

        void update(String email, String patch) {
            user.call("Email/set", "'update':{'" + email + "':{" + patch + "}}");
        }

        /** Returns the response that the guest gets, with names instead of ids. */
        String response(String method, String arguments) {
            return named(raw(method, arguments).toString());
        }

        private JsonNode raw(String method, String arguments) {
            return guest.using(
                            List.of(MailCalls.URN, MailCalls.SECOND, MailCalls.THREADS),
                            "['" + method + "',{'accountId':'" + account + "'" + arguments + "},'c']")
                    .path(0);
        }

        private String named(String text) {
            String named = text.replaceAll("s1-[0-9a-z~-]+", "STATE");
            for (Map.Entry<String, String> name : names.entrySet()) {
                named = named.replace("\"" + name.getKey() + "\"", "\"" + name.getValue() + "\"");
            }
            return named;
        }

        /** Names each thread after its first visible email. */
        void nameThreads() {
            raw("Email/get", ",'ids':null,'properties':['threadId']")
                    .at("/1/list")
                    .forEach(email -> names.putIfAbsent(
                            email.path("threadId").asText(),
                            "thread of " + names.get(email.path("id").asText())));
        }

        String changes() {
            String since = state;
            String sinceQuery = queryState;
            state = raw("Email/get", ",'ids':[]").at("/1/state").asText();
            queryState = raw("Email/query", "").at("/1/queryState").asText();
            return since.isEmpty()
                    ? ""
                    : response("Email/changes", ",'sinceState':'" + since + "'")
                            + response("Email/queryChanges", ",'sinceQueryState':'" + sinceQuery + "'");
        }
    }

    @BeforeEach
    void open(TestInfo test) {
        String domain = "@d" + Integer.toHexString(test.getDisplayName().hashCode()) + ".test";
        guest = LocalMailUser.of(SERVER, "guest" + domain);
        plain = new Owner("plain" + domain);
        hiding = new Owner("hiding" + domain);
        label = LabelCalls.label(hiding.user, "Label");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    @Covers("ACC-06")
    void hiddenEmailsHaveNoEffectOnResponses(long seed) {
        random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            changeBoth();
            changeHidden();
            if (step % 8 == 7) {
                compare(step);
            }
        }
    }

    private void changeBoth() {
        int kind = plain.emails.isEmpty() ? 0 : random.nextInt(6);
        if (kind < 2) {
            byte[] letter = letter();
            int mailbox = random.nextInt(2);
            String more = more();
            List.of(plain, hiding).forEach(owner -> owner.bring(letter, mailbox, more));
            return;
        }
        int email = random.nextInt(plain.emails.size());
        int mailbox = random.nextInt(2);
        String keyword = KEYWORDS.get(random.nextInt(KEYWORDS.size()));
        boolean on = random.nextBoolean();
        for (Owner owner : List.of(plain, hiding)) {
            owner.update(
                    owner.emails.get(email),
                    kind < 4
                            ? "'keywords/" + keyword + "':" + (on ? "true" : "null")
                            : "'mailboxIds/" + owner.shared.get(mailbox) + "':true"
                                    + (on ? ",'mailboxIds/" + owner.shared.get(1 - mailbox) + "':null" : ""));
        }
    }

    private void changeHidden() {
        for (int i = random.nextInt(3); i >= 0; i--) {
            int kind = hiding.hidden.isEmpty() ? 0 : random.nextInt(5);
            if (kind == 0) {
                hiding.hide(letter(), more());
            } else if (kind == 1) {
                String visible = hiding.emails.get(random.nextInt(hiding.emails.size()));
                hiding.update(
                        visible, "'mailboxIds/" + hiding.secret + "':" + (random.nextBoolean() ? "true" : "null"));
            } else if (kind == 2) {
                String gone = hiding.hidden.remove(random.nextInt(hiding.hidden.size()));
                hiding.user.call("Email/set", "'destroy':['" + gone + "']");
            } else if (kind == 3) {
                String visible = hiding.emails.get(random.nextInt(hiding.emails.size()));
                LabelCalls.call(
                        hiding.user,
                        "Email/set",
                        "'update':{'" + visible + "':{'labelIds/" + label + "':"
                                + (random.nextBoolean() ? "true" : "null") + "}}");
            } else {
                hiding.update(
                        hiding.hidden.get(random.nextInt(hiding.hidden.size())),
                        "'keywords/" + KEYWORDS.get(random.nextInt(KEYWORDS.size())) + "':"
                                + (random.nextBoolean() ? "true" : "null"));
            }
        }
    }

    private String more() {
        return ",'receivedAt':'2026-01-01T0" + random.nextInt(10) + ":" + (10 + letters % 50) + ":"
                + (10 + random.nextInt(50)) + "Z'"
                + (random.nextBoolean() ? ",'keywords':{'" + KEYWORDS.get(random.nextInt(3)) + "':true}" : "");
    }

    private byte[] letter() {
        int topic = random.nextInt(4);
        return MailCalls.message(
                "From: a" + random.nextInt(3) + "@far.test",
                "Subject: Re: topic " + topic,
                "Message-ID: <" + letters++ + "@far.test>",
                "References: <root" + topic + "@far.test>",
                "",
                "The text of " + letters + ", " + "long ".repeat(random.nextInt(9)));
    }

    private void compare(int step) {
        List.of(plain, hiding).forEach(Owner::nameThreads);
        for (String filter : List.of(
                "",
                ",'filter':{'inMailbox':'A'}",
                ",'filter':{'inMailboxOtherThan':['A']}",
                ",'filter':{'operator':'NOT','conditions':[{'inMailboxOtherThan':['A']}]}",
                ",'filter':{'hasKeyword':'work'}",
                ",'filter':{'notKeyword':'$seen'}",
                ",'filter':{'someInThreadHaveKeyword':'$flagged'}",
                ",'filter':{'someInThreadHaveKeyword':'$seen'}",
                ",'filter':{'allInThreadHaveKeyword':'$seen'}",
                ",'filter':{'noneInThreadHaveKeyword':'work'}",
                ",'filter':{'operator':'OR','conditions':[{'inMailbox':'A'},{'allInThreadHaveKeyword':'work'}]}",
                ",'filter':{'after':'2026-01-01T04:00:00Z'}",
                ",'filter':{'subject':'topic'}",
                ",'filter':{'text':'long','inMailbox':'B'}")) {
            for (String sort : List.of(
                    "",
                    ",'sort':[{'property':'receivedAt','isAscending':true}]",
                    ",'sort':[{'property':'someInThreadHaveKeyword','keyword':'$flagged'},{'property':'receivedAt'}]",
                    ",'sort':[{'property':'allInThreadHaveKeyword','keyword':'$seen'},{'property':'from'}]")) {
                String query = filter + sort + ",'calculateTotal':true,'position':" + (random.nextInt(5) - 2);
                same(step, "Email/query", query);
                same(step, "Email/query", query + ",'collapseThreads':true");
                same(step, "Thread/query", query);
            }
        }
        same(step, "Email/get", ",'ids':null");
        same(step, "Mailbox/get", ",'ids':null");
        same(step, "Mailbox/query", ",'sortAsTree':true,'calculateTotal':true");
        assertThat(hiding.changes()).as("changes in step %s", step).isEqualTo(plain.changes());
    }

    private void same(int step, String method, String arguments) {
        assertThat(hiding.response(method, with(hiding, arguments)))
                .as("%s %s in step %s", method, arguments, step)
                .isEqualTo(plain.response(method, with(plain, arguments)));
    }

    private static String with(Owner owner, String arguments) {
        return arguments
                .replace("'A'", "'" + owner.shared.get(0) + "'")
                .replace("'B'", "'" + owner.shared.get(1) + "'");
    }
}
