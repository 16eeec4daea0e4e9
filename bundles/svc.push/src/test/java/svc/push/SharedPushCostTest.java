package svc.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.identity.Caller;
import svc.api.identity.Groups.Group;
import svc.api.jmap.observe.ReadableData;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** The work of one change does not grow with the number of the users who see the same containers. */
class SharedPushCostTest {

    private static final String READ = "'mayReadItems':true";
    private static final int GUESTS = 40;

    @RegisterExtension
    static final BundleServer SERVER = BundleServer.withMailStorage("svc.cap.principals");

    private final CountedData data = new CountedData(SERVER.readableData(), new AtomicInteger());

    @AutoClose
    private final SharedPush push = new SharedPush(SERVER, true, data);

    private final LocalMailUser bob = LocalMailUser.of(SERVER, "bob@cost.test");
    private final List<SharedPush.Stream> streams = new ArrayList<>();

    /** Counts how often the states of a part are read. */
    private record CountedData(ReadableData data, AtomicInteger reads) implements ReadableData {

        @Override
        public List<Part> of(Caller caller) {
            return data.of(caller).stream()
                    .map(part -> (Part) new CountedPart(part, reads))
                    .toList();
        }
    }

    private record CountedPart(ReadableData.Part part, AtomicInteger reads) implements ReadableData.Part {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof CountedPart counted && counted.part.equals(part);
        }

        @Override
        public int hashCode() {
            return part.hashCode();
        }

        @Override
        public Scope scope() {
            return part.scope();
        }

        @Override
        public String accountId() {
            return part.accountId();
        }

        @Override
        public Set<String> types() {
            return part.types();
        }

        @Override
        public Map<String, String> states(Snapshot snapshot) {
            reads.incrementAndGet();
            return part.states(snapshot);
        }

        @Override
        public boolean isSubscribed(Snapshot snapshot, Caller caller) {
            return part.isSubscribed(snapshot, caller);
        }
    }

    /** Shares a mailbox with a group, whose members follow it. */
    private String shareWithGroup(String name, long number) {
        String mailbox = bob.newMailbox(name);
        List<LocalMailUser> members = new ArrayList<>();
        for (int i = 0; i < GUESTS; i++) {
            members.add(LocalMailUser.of(SERVER, name + i + "@cost.test"));
        }
        Group group = new Group(
                number,
                bob.who().account().organization(),
                name,
                null,
                Set.copyOf(
                        members.stream().map(user -> user.who().account().n()).toList()));
        SERVER.directory().put(group);
        push.share(bob, group.id(), mailbox, READ);
        for (LocalMailUser member : members) {
            member.using(
                    List.of(MailCalls.URN),
                    "['Mailbox/set',{'accountId':'" + member.who().sharedBy(bob.who()) + "','update':{'" + mailbox
                            + "':{'isSubscribed':true}}},'c']");
            streams.add(push.stream(member, "Email"));
        }
        return mailbox;
    }

    @Test
    @Covers("PUSH-06")
    void statesAreReadOnceForAllUsersWhoSeeTheSameContainers() {
        String open = shareWithGroup("open", 900_001);
        shareWithGroup("other", 900_002);
        String secret = bob.newMailbox("Secret");
        String shared = "shared:" + bob.who().accountId();
        streams.forEach(SharedPush.Stream::read);
        int before = data.reads().get();
        bob.bring(MailCalls.letter("one", "One", ""), open, "");
        streams.subList(0, GUESTS)
                .forEach(stream -> assertThat(stream.await(shared)).containsKey("Email"));
        bob.bring(MailCalls.letter("two", "Two", ""), secret, "");
        LocalMailUser eve = LocalMailUser.of(SERVER, "eve@cost.test");
        eve.bring(MailCalls.letter("three", "Three", ""), eve.mailbox("inbox"), "");
        bob.bring(MailCalls.letter("four", "Four", ""), open, "");
        streams.subList(0, GUESTS)
                .forEach(stream -> assertThat(stream.await(shared)).containsKey("Email"));
        streams.subList(GUESTS, 2 * GUESTS)
                .forEach(stream -> assertThat(stream.read()).doesNotContainKey(shared));
        assertThat(data.reads().get() - before)
                .as("reads for two sets of containers, at most once for each commit")
                .isLessThan(GUESTS);
    }
}
