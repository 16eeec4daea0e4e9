package svc.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.identity.Access;
import svc.api.jmap.observe.ReadableData;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** A guest with whom one of two mailboxes is shared receives its changes, and nothing of the other mailbox. */
class SharedPushTest {

    private static final String READ = "'mayReadItems':true";

    @RegisterExtension
    static final BundleServer SERVER = BundleServer.withMailStorage("svc.cap.principals");

    private SharedPush push;
    private LocalMailUser ann;
    private LocalMailUser bob;
    private String shared;
    private String open;
    private String secret;
    private String mail;
    private String hidden;
    private LocalMailUser eve;
    private String ofEve;

    @BeforeEach
    void shareOneOfTwoMailboxes(TestInfo info) {
        push = new SharedPush(SERVER, true);
        String domain = "d" + Integer.toHexString(info.getDisplayName().hashCode()) + ".test";
        ann = LocalMailUser.of(SERVER, "ann@" + domain);
        bob = LocalMailUser.of(SERVER, "bob@" + domain);
        shared = ann.who().sharedBy(bob.who());
        secret = bob.newMailbox("Secret");
        open = bob.newMailbox("Open");
        mail = bring("first", open);
        hidden = bring("hidden", secret);
        push.share(bob, ann, open, READ);
        eve = LocalMailUser.of(SERVER, "eve@" + domain);
        ofEve = bob.newMailbox("For Eve");
        push.share(bob, eve, ofEve, READ);
    }

    @AfterEach
    void close() {
        push.close();
    }

    private String bring(String subject, String mailbox) {
        return bob.bring(MailCalls.letter(subject, "About " + subject, ""), mailbox, "")
                .path("id")
                .asText();
    }

    private void update(String email, String patch) {
        bob.call("Email/set", "'update':{'" + email + "':{" + patch + "}}");
    }

    private void assertStatesOfGet(Map<String, String> changed) {
        assertThat(changed).isNotEmpty();
        changed.forEach((type, state) -> assertThat(state).as(type).isEqualTo(push.state(ann, shared, type)));
    }

    @Test
    @Covers(value = "PUSH-06", part = "shared accounts")
    void sendsTheStatesThatGetReturnsAfterAChangeInASharedMailbox() {
        try (SharedPush.Stream stream = push.stream(ann)) {
            bring("second", open);
            Map<String, String> changed = stream.await(shared);
            assertThat(changed).containsKey("Email");
            assertStatesOfGet(changed);
        }
    }

    @Test
    void sendsOnlyTheRequestedTypes() {
        try (SharedPush.Stream stream = push.stream(ann, "Mailbox")) {
            update(mail, "'keywords/$flagged':true");
            bring("second", open);
            assertThat(stream.await(shared)).containsOnlyKeys("Mailbox");
        }
    }

    @Test
    @Covers(value = "PUSH-06", part = "hidden mailboxes of shared accounts")
    void aChangeInAHiddenMailboxWakesNobodyAndChangesNoState() {
        try (SharedPush.Stream stream = push.stream(ann)) {
            Map<String, String> before = states();
            int woken = stream.woken.get();
            bring("third", secret);
            update(hidden, "'keywords/$seen':true");
            bob.call("Email/set", "'destroy':['" + hidden + "']");
            bob.newMailbox("Another");
            settle();
            assertThat(stream.woken).hasValue(woken);
            assertThat(stream.read()).isEmpty();
            assertThat(states()).isEqualTo(before);
        }
    }

    private Map<String, String> states() {
        return Map.of(
                "Email", push.state(ann, shared, "Email"),
                "Thread", push.state(ann, shared, "Thread"),
                "Mailbox", push.state(ann, shared, "Mailbox"));
    }

    /** Waits until all earlier changes were handled: another guest of the account has received a later one. */
    private void settle() {
        try (SharedPush.Stream stream = push.stream(eve)) {
            bring("for Eve", ofEve);
            assertThat(stream.await(eve.who().sharedBy(bob.who()))).containsKey("Email");
        }
    }

    @Test
    void aMoveIntoAndOutOfASharedMailboxIsSent() {
        try (SharedPush.Stream stream = push.stream(ann, "Email")) {
            update(hidden, "'mailboxIds':{'" + open + "':true}");
            assertStatesOfGet(stream.await(shared));
            update(hidden, "'mailboxIds':{'" + secret + "':true}");
            assertStatesOfGet(stream.await(shared));
        }
    }

    @Test
    void sendsNothingOfTheAccountAfterTheShareWasRevoked() {
        try (SharedPush.Stream stream = push.stream(ann)) {
            bring("second", open);
            stream.await(shared);
            bring("third", open);
            push.share(bob, ann, open, "");
            assertThat(stream.read()).doesNotContainKey(shared);
            bring("fourth", open);
            assertThat(stream.read()).doesNotContainKey(shared);
            assertThat(ann.using(List.of(MailCalls.URN), "['Email/get',{'accountId':'" + shared + "','ids':[]},'c']")
                            .at("/0/1/type")
                            .asText())
                    .isEqualTo("accountNotFound");
            push.share(bob, ann, open, READ);
            assertStatesOfGet(stream.await(shared));
        }
    }

    @Test
    void aGrantWhileAStreamIsOpenBeginsToSend() {
        LocalMailUser joe = LocalMailUser.of(SERVER, "joe@" + bob.who().email().replaceFirst(".*@", ""));
        String account = joe.who().sharedBy(bob.who());
        try (SharedPush.Stream stream = push.stream(joe, "Email", "Mailbox", "Thread")) {
            assertThat(stream.read()).isEmpty();
            push.share(bob, joe, open, READ);
            assertThat(stream.await(account)).containsOnlyKeys("Email", "Mailbox", "Thread");
            bring("second", open);
            assertThat(stream.await(account)).containsEntry("Email", push.state(joe, account, "Email"));
        }
    }

    @Test
    void anAccountWithoutASubscribedMailboxIsNotSent() {
        push.share(bob, ann, open, READ + ",'maySetSeen':true");
        try (SharedPush.Stream stream = push.stream(ann)) {
            subscribe(false);
            bring("second", open);
            settle();
            assertThat(stream.read()).doesNotContainKey(shared);
            subscribe(true);
            assertStatesOfGet(stream.await(shared));
        }
    }

    @Test
    void anAccountOfWhichAllMailIsSharedIsSent() {
        LocalMailUser joe = LocalMailUser.of(SERVER, "joe@" + bob.who().email().replaceFirst(".*@", ""));
        String account = joe.who().sharedBy(bob.who());
        SERVER.share(bob.who(), joe.who(), MailCalls.URN, Access.READ);
        try (SharedPush.Stream stream = push.stream(joe, "Email")) {
            bring("second", secret);
            assertThat(stream.await(account)).containsOnly(Map.entry("Email", push.state(joe, account, "Email")));
        }
    }

    @Test
    void anAccountOfWhichALabelIsSharedIsSent() {
        LocalMailUser joe = LocalMailUser.of(SERVER, "joe@" + bob.who().email().replaceFirst(".*@", ""));
        String account = joe.who().sharedBy(bob.who());
        List<String> urns = List.of(MailCalls.URN, MailCalls.SECOND, MailCalls.LABELS, SharedPush.PRINCIPALS);
        String label = bob.using(urns, "['Label/set',{'accountId':'@','create':{'k':{'name':'Work'}}},'c']")
                .at("/0/1/created/k/id")
                .asText();
        String share = "['Label/set',{'accountId':'@','update':{'" + label + "':{'shareWith/"
                + joe.who().accountId() + "':{'mayRead':true}}}},'c']";
        assertThat(bob.using(urns, share).at("/0/1/updated").has(label)).isTrue();
        try (SharedPush.Stream stream = push.stream(joe, "Email")) {
            String update =
                    "['Email/set',{'accountId':'@','update':{'" + hidden + "':{'labelIds/" + label + "':true}}},'c']";
            assertThat(bob.using(urns, update).at("/0/1/updated").has(hidden)).isTrue();
            Eventually.until(
                    "the newest state is sent",
                    () -> push.state(joe, account, "Email")
                            .equals(stream.read()
                                    .getOrDefault(account, Map.of())
                                    .get("Email")));
            bring("second", secret);
            settle();
            assertThat(stream.read()).doesNotContainKey(account);
        }
    }

    private void subscribe(boolean wanted) {
        String request = "['Mailbox/set',{'accountId':'" + shared + "','update':{'" + open + "':{'isSubscribed':"
                + wanted + "}}},'c']";
        assertThat(ann.using(List.of(MailCalls.URN), request).at("/0/1/updated").has(open))
                .isTrue();
    }

    @Test
    void aResumedStreamReceivesTheStatesOfSharedAccountsOnlyIfTheyHaveChanged() {
        String id;
        try (SharedPush.Stream stream = push.stream(ann)) {
            bring("second", open);
            stream.await(shared);
            settle();
            stream.read();
            id = stream.lastId;
        }
        try (SharedPush.Stream stream = push.resume(ann, id)) {
            assertThat(stream.read()).doesNotContainKey(shared);
        }
        bring("third", open);
        try (SharedPush.Stream stream = push.resume(ann, id)) {
            assertStatesOfGet(stream.await(shared));
        }
    }

    @Test
    void sendsChangesOfPrincipalsUnderTheOwnAccountId() {
        String own = ann.who().accountId();
        try (SharedPush.Stream stream = push.stream(ann, "Principal");
                SharedPush.Stream other = push.stream(ann, "Email")) {
            int woken = other.woken.get();
            String update =
                    "['Principal/set',{'accountId':'@','update':{'" + bob.who().accountId() + "':{'name':'Bob'}}},'c']";
            assertThat(bob.using(List.of(SharedPush.PRINCIPALS), update)
                            .at("/0/1/updated")
                            .has(bob.who().accountId()))
                    .isTrue();
            Map<String, String> changed = stream.await(own);
            assertThat(changed).containsOnly(Map.entry("Principal", push.state(ann, own, "Principal")));
            assertThat(other.read()).isEmpty();
            assertThat(other.woken).hasValue(woken);
        }
    }

    @Test
    @Covers(value = "PUSH-06", part = "without the key shared_accounts")
    void withoutTheKeyNothingOfOtherAccountsIsSent() {
        try (SharedPush off = new SharedPush(SERVER, false);
                SharedPush.Stream stream = off.stream(ann);
                SharedPush.Stream on = push.stream(ann)) {
            bring("second", open);
            on.await(shared);
            assertThat(stream.read()).isEmpty();
            assertThat(stream.lastId).doesNotContain(".");
            assertThat(off.followedScopes()).isZero();
        }
    }

    @Test
    void changesOfTheOwnAccountAreSentAlthoughATypeOfAnotherBundleFails() {
        ReadableData failing = caller -> {
            throw new IllegalStateException("on purpose");
        };
        try (SharedPush failed = new SharedPush(SERVER, true, failing);
                SharedPush.Stream stream = failed.stream(ann)) {
            ann.newMailbox("Mine");
            assertThat(stream.await(ann.who().accountId())).containsKey("Mailbox");
        }
    }

    @Test
    void aClosedStreamFollowsNothing() {
        try (SharedPush.Stream stream = push.stream(ann)) {
            stream.read();
            assertThat(push.followedScopes()).isPositive();
        }
        assertThat(push.followedScopes()).isZero();
    }
}
