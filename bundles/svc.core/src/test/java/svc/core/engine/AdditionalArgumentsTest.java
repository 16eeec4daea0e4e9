package svc.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.observe.ObjectObserver;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.core.Note;
import svc.core.Pages;
import svc.testkit.Covers;

/** Additional arguments and methods of a type with its own tables. */
class AdditionalArgumentsTest {

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o", "ada");
    private final Account eve = bench.account("o", "eve");
    private final Scope scope = Scope.account(new ScopeKey(), ada.n());
    private final Pages pages = new Pages(bench.store);

    @BeforeEach
    void pages() {
        bench.add(new Note.Notes());
        bench.add(pages);
        bench.add(new Compare());
    }

    private Map<String, @Nullable Object> call(String method, String more) {
        return bench.call(ada, Note.USING, method, "{\"accountId\":\"" + ada.id() + "\"" + more + "}");
    }

    private String create(String book) {
        Map<String, @Nullable Object> set = call("Page/set", ",\"create\":{\"k\":{\"book\":\"" + book + "\"}}");
        return String.valueOf(
                Bench.object(Bench.object(set.get("created")).get("k")).get("id"));
    }

    private String state() {
        return String.valueOf(call("Page/get", ",\"ids\":[]").get("state"));
    }

    @Test
    @Covers(value = "RFC-02", part = "arguments of a type's own")
    void acceptsAnExtraArgumentOnlyForItsMethod() {
        String id = create("a");
        assertThat(call("Page/get", ",\"ids\":[\"" + id + "\"],\"most\":6,\"properties\":[\"text\"]")
                        .toString())
                .contains("text=a text}");
        for (String wrong : List.of("Page/changes", "Page/query", "Page/set", "Page/queryChanges")) {
            assertThat(call(wrong, ",\"most\":6")).containsEntry("type", "invalidArguments");
        }
        assertThat(call("Page/get", ",\"ids\":[],\"most\":\"x\"")).containsEntry("type", "invalidArguments");
        assertThat(call("Page/get", ",\"ids\":null,\"most\":\"x\"")).containsEntry("type", "invalidArguments");
        assertThat(call("Page/get", ",\"ids\":[],\"least\":1")).containsEntry("type", "invalidArguments");
        assertThat(call("Page/set", ",\"loud\":true,\"create\":{\"k\":{\"book\":\"b\"}}")
                        .toString())
                .contains("book=B");
    }

    @Test
    @Covers(value = "RFC-02", part = "properties that only come when they are named")
    void returnsAPropertyOnDemandOnlyIfRequested() {
        String id = create("a");
        assertThat(get(id, "null")).containsOnlyKeys("id", "book", "reads");
        assertThat(get(id, "[\"text\"]")).containsOnlyKeys("id", "text");
        assertThat(get(id, "[\"word:text\",\"word:lies\"]"))
                .containsOnly(Map.entry("id", id), Map.entry("word:text", true), Map.entry("word:lies", false));
        for (String wrong : List.of("word", "word:Text", "words:text", "word:*X")) {
            assertThat(call("Page/get", ",\"ids\":[],\"properties\":[\"" + wrong + "\"]"))
                    .as(wrong)
                    .containsEntry("type", "invalidArguments");
        }
    }

    private Map<String, @Nullable Object> get(String id, String properties) {
        return Bench.first(call("Page/get", ",\"ids\":[\"" + id + "\"],\"properties\":" + properties)
                .get("list"));
    }

    @Test
    @Covers(value = "RFC-02", part = "what a type fetches outside the store")
    void loadsExternalDataBeforeEachPortion() {
        for (int i = 0; i < 70; i++) {
            create("a");
        }
        bench.people.share(ada, eve, Note.URN, Access.READ);
        bench.call(eve, Note.USING, "Page/get", "{\"accountId\":\"shared:" + ada.id() + "\",\"ids\":null}");
        assertThat(pages.fetched).containsExactly("0 by eve in ada", "64 by eve in ada", "6 by eve in ada");
        assertThat(pages.entered()).isEqualTo(71);
    }

    @Test
    @Covers(value = "RFC-02", part = "what a type gathers outside the store")
    void loadsExternalDataOfAChangeFirstAndCanRejectIt() {
        String before = state();
        Map<String, @Nullable Object> set = call("Page/set", ",\"create\":{\"k\":{\"book\":7}}");
        assertThat(set).containsEntry("newState", before);
        assertThat(String.valueOf(set.get("notCreated"))).contains("invalidProperties", "book");
    }

    /** {@code updatedProperties} (RFC 8621 §2.2). */
    @Test
    @Covers(value = "RFC-02", part = "updatedProperties of a type that has them")
    void changesReportsUpdatedPropertiesIfNothingElseChanged() {
        String one = create("a");
        String two = create("a");
        String start = state();
        assertThat(since(start)).containsEntry("updatedProperties", null);
        update(one, "reads");
        update(two, "reads");
        assertThat(since(start)).containsEntry("updatedProperties", List.of("reads"));
        create("b");
        assertThat(since(start)).containsEntry("updatedProperties", List.of("reads"));
        String middle = state();
        update(one, "book");
        assertThat(since(start)).containsEntry("updatedProperties", null);
        update(two, "reads");
        assertThat(since(middle)).containsEntry("updatedProperties", null);
        assertThat(bench.call(
                        ada,
                        Note.USING,
                        "Note/changes",
                        "{\"accountId\":\"" + ada.id() + "\",\"sinceState\":\"" + start + "\"}"))
                .doesNotContainKey("updatedProperties");
    }

    private Map<String, @Nullable Object> since(String state) {
        return call("Page/changes", ",\"sinceState\":\"" + state + "\"");
    }

    private void update(String id, String property) {
        assertThat(call("Page/set", ",\"update\":{\"" + id + "\":{\"" + property + "\":\"c\"}}"))
                .containsEntry("notUpdated", null);
    }

    @Test
    @Covers(value = "RFC-02", part = "results that show one of a group")
    void queryChangesReportsMovedObjectsOfThePlan() {
        Random random = new Random(11);
        List<Object> list = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        String state = look(list);
        for (int i = 0; i < 300; i++) {
            change(random, ids);
            bench.store.write(scope, tx -> tx.logCreated(Pages.BOOK, Facets.ALL));
            Map<String, @Nullable Object> changes =
                    call("Page/queryChanges", ",\"lastOfBook\":true,\"sinceQueryState\":\"" + state + "\"");
            list.removeAll((List<?>) Objects.requireNonNull(changes.get("removed"), changes::toString));
            for (Object added : (List<?>) Objects.requireNonNull(changes.get("added"))) {
                Map<String, @Nullable Object> place = Bench.object(added);
                list.add((Integer) Objects.requireNonNull(place.get("index")), place.get("id"));
            }
            List<Object> truth = new ArrayList<>();
            state = look(truth);
            assertThat(list).isEqualTo(truth);
        }
    }

    private String look(List<Object> into) {
        Map<String, @Nullable Object> answer = call("Page/query", ",\"lastOfBook\":true");
        into.addAll((List<?>) Objects.requireNonNull(answer.get("ids")));
        return String.valueOf(answer.get("queryState"));
    }

    private void change(Random random, List<String> ids) {
        int die = random.nextInt(3);
        if (die == 0 || ids.isEmpty()) {
            ids.add(create("b" + random.nextInt(4)));
        } else if (die == 1) {
            update(ids.get(random.nextInt(ids.size())), "book");
        } else {
            String gone = ids.remove(random.nextInt(ids.size()));
            call("Page/set", ",\"destroy\":[\"" + gone + "\"]");
        }
    }

    @Test
    @Covers(value = "RFC-02", part = "differences of a type with tables of its own")
    void notifiesInterestedObserversOfChangedProperties() {
        List<ObjectObserver.ObjectUpdate> heard = new ArrayList<>();
        bench.local.add("svc.test", 1, new ObjectObserver() {
            @Override
            public void objectsServed(ServedObjects served) {}

            @Override
            public boolean isInterested(Scope in, String type) {
                return type.equals(Pages.TYPE);
            }

            @Override
            public void objectsUpdated(List<ObjectUpdate> differences) {
                heard.addAll(differences);
            }
        });
        String one = create("a");
        String two = create("b");
        call("Page/set", ",\"update\":{\"" + one + "\":{\"reads\":1},\"" + two + "\":{\"book\":\"c\"}}");
        assertThat(heard)
                .extracting(ObjectObserver.ObjectUpdate::properties)
                .as("the change log itself names what differs in reads")
                .containsExactly(Set.of("book"));
        Map<Long, Long> last = bench.store.read(
                scope,
                snapshot -> snapshot.lastChanges(
                        Pages.TYPE,
                        heard.stream().map(ObjectObserver.ObjectUpdate::n).toList()));
        assertThat(heard).allSatisfy(difference -> {
            assertThat(difference.before().sequence()).isEqualTo(difference.n());
            assertThat(difference.after().sequence()).isEqualTo(last.get(difference.n()));
        });
    }

    /** A method that returns whether a state is the current one. */
    private final class Compare implements MethodHandler<Compare.Arguments, Compare.Answer> {

        record Arguments(String accountId, String state) {}

        record Answer(String state, boolean known) {}

        @Override
        public String method() {
            return "Page/compare";
        }

        @Override
        public String capability() {
            return Note.URN;
        }

        @Override
        public Class<Arguments> argumentsType() {
            return Arguments.class;
        }

        @Override
        public Answer handle(MethodCall call, Arguments arguments) {
            AccessibleAccount reach = call.account(arguments.accountId(), Access.READ);
            State now = bench.store.read(
                    call.scope(arguments.accountId(), Access.READ), snapshot -> snapshot.state(Pages.TYPE));
            return new Answer(
                    call.formatState(reach, now),
                    call.parseState(reach, arguments.state()).equals(Optional.of(now)));
        }
    }

    @Test
    @Covers(value = "RFC-02", part = "methods of one's own that answer with states")
    void customMethodsFormatAndParseStates() {
        create("a");
        assertThat(call("Page/compare", ",\"state\":\"" + state() + "\""))
                .containsEntry("state", state())
                .containsEntry("known", true);
        bench.people.share(ada, eve, Note.URN, Access.READ);
        String shared = "{\"accountId\":\"shared:" + ada.id() + "\"";
        String state = String.valueOf(
                bench.call(eve, Note.USING, "Page/get", shared + ",\"ids\":[]}").get("state"));
        assertThat(state).isNotEqualTo(state());
        assertThat(bench.call(eve, Note.USING, "Page/compare", shared + ",\"state\":\"" + state + "\"}"))
                .containsEntry("state", state)
                .containsEntry("known", true);
        assertThat(bench.call(eve, Note.USING, "Page/compare", shared + ",\"state\":\"" + state() + "\"}"))
                .containsEntry("known", false);
    }
}
