package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.jmap.Verb;

/** What {@code /set} of every type does (RFC 8620 §5.3). */
public interface SetContract extends Contract {

    /** What was sent, with what the answer says beside it, is the object. */
    @Test
    default void createTellsEverythingThatIsNotAsItWasSent() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        for (Map<String, ? extends @Nullable Object> properties :
                trial.subject().good()) {
            Response set = trial.set("create", Map.of("new", properties));
            assertThat(set.arguments().get("notCreated")).isNull();
            Map<String, @Nullable Object> answered = set.object("created", "new");
            assertThat(trial.get(Plain.text(answered.get("id")))).isEqualTo(trial.believed(properties, answered));
            assertThat(set.text("oldState")).isNotEqualTo(set.text("newState"));
            assertThat(trial.ada().state(trial.type())).isEqualTo(set.text("newState"));
        }
    }

    /** A property that has a default may be null at creation, and has its default then. */
    @Test
    default void nullAtCreationIsAsGoodAsLeftOut() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        Map<String, ? extends @Nullable Object> good = trial.subject().good().get(0);
        List<String> optional =
                trial.traits().names(property -> (property.standard() || property.nullable()) && !property.serverSet());
        for (String name : optional) {
            if (!good.containsKey(name)) {
                Map<String, @Nullable Object> without = trial.get(trial.createOne());
                Map<String, @Nullable Object> with =
                        trial.get(trial.ada().create(trial.type(), Plain.with(good, name, null)));
                assertThat(with.get(name)).as(name).isEqualTo(without.get(name));
            }
        }
    }

    /** One that is wrong does not harm those that are right. */
    @Test
    default void whatIsWrongIsRefusedAlone() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        Map<String, Object> creates = new LinkedHashMap<>();
        trial.subject().bad().forEach(wrong -> creates.put("bad" + creates.size(), wrong.properties()));
        Map<String, ? extends @Nullable Object> good = trial.subject().good().get(0);
        creates.put("good", good);
        creates.put("unknown", Plain.with(good, "noSuchProperty", 1));
        creates.put("named", Plain.with(good, "id", trial.nobody()));
        Response set = trial.set("create", creates);
        assertThat(set.object("created")).containsOnlyKeys("good");
        for (int i = 0; i < trial.subject().bad().size(); i++) {
            Subject.Wrong wrong = trial.subject().bad().get(i);
            Trial.refused(set.object("notCreated", "bad" + i), wrong.names(), wrong.properties());
        }
        Trial.refused(set.object("notCreated", "unknown"), List.of("noSuchProperty"), "noSuchProperty");
        Trial.refused(set.object("notCreated", "named"), List.of("id"), "id");
        assertThat(trial.ada().all(trial.type())).hasSize(1);
    }

    /** After a change the object is what it was, with the patch on it and what the answer says beside. */
    @Test
    default void changesAreMadeAndNothingElseChanges() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        for (Map<String, ? extends @Nullable Object> patch : trial.subject().changes()) {
            String id = trial.createOne();
            Map<String, @Nullable Object> before = trial.get(id);
            Response set = trial.set("update", Map.of(id, patch));
            assertThat(set.arguments().get("notUpdated")).isNull();
            assertThat(set.text("oldState")).isNotEqualTo(set.text("newState"));
            Map<String, @Nullable Object> after = trial.get(id);
            assertThat(after).isNotEqualTo(before);
            if (patch.entrySet().stream().noneMatch(one -> one.getKey().contains("/") || one.getValue() == null)) {
                before.putAll(trial.believed(patch, set.object("updated").get(id)));
                assertThat(after).isEqualTo(before);
            }
        }
    }

    /** What a client got it may send again as it is, the server's own properties and all. */
    @Test
    default void anObjectMayBeSentBackAsItIs() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        String id = trial.createOne();
        Map<String, @Nullable Object> object = trial.get(id);
        Response set = trial.set("update", Map.of(id, object));
        assertThat(set.object("updated")).containsKey(id);
        assertThat(trial.get(id)).isEqualTo(object);
    }

    /** A change that is refused changes nothing, and the state stays. */
    @Test
    default void aRefusedChangeLeavesNoTrace() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        String id = trial.createOne();
        Map<String, @Nullable Object> before = trial.everything();
        for (Subject.Wrong wrong : trial.subject().badChanges()) {
            Response set = trial.set("update", Map.of(id, wrong.properties()));
            Trial.refused(set.object("notUpdated", id), wrong.names(), wrong.properties());
        }
        Response set = trial.set(
                "update", Map.of(id, Map.of("noSuchProperty", 1), trial.nobody(), Map.of(), "no id", Map.of()));
        assertThat(set.arguments().get("updated")).isNull();
        assertThat(set.object("notUpdated", id)).containsEntry("type", "invalidProperties");
        assertThat(set.object("notUpdated", trial.nobody())).containsEntry("type", "notFound");
        assertThat(set.object("notUpdated", "no id")).containsEntry("type", "notFound");
        assertThat(trial.everything()).isEqualTo(before);
    }

    /** Two pointers of a patch must not lead one into the other. */
    @Test
    default void aPatchThatContradictsItselfIsInvalid() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        String id = trial.createOne();
        String name = trial.traits().names(property -> !property.serverSet()).get(0);
        Object value = trial.get(id).get(name);
        Response set = trial.set("update", Map.of(id, Plain.with(Trial.one(name, value), name + "/inner", "x")));
        assertThat(set.object("notUpdated", id)).containsEntry("type", "invalidPatch");
    }

    /** What is set at creation and what only the server sets does not change. */
    @Test
    default void whatIsFixedDoesNotChange() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        String id = trial.createOne();
        Map<String, @Nullable Object> before = trial.everything();
        for (String name : trial.traits().names(property -> property.immutable() || property.serverSet())) {
            Object other = Boolean.TRUE.equals(trial.get(id).get(name)) ? false : true;
            Response set = trial.set("update", Map.of(id, Map.of(name, other)));
            Trial.refused(set.object("notUpdated", id), List.of(name), name);
        }
        for (String name : trial.traits().names(Traits.Property::serverSet)) {
            Map<String, @Nullable Object> sent =
                    Plain.with(trial.subject().good().get(0), name, List.of("made up"));
            Trial.refused(trial.set("create", Map.of("new", sent)).object("notCreated", "new"), List.of(name), sent);
        }
        assertThat(trial.everything()).isEqualTo(before);
    }

    /** A state that is not the one that is expected stops the whole call. */
    @Test
    default void nothingHappensInAnotherState() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        String first = trial.ada().state(trial.type());
        String id = trial.createOne();
        Map<String, @Nullable Object> before = trial.everything();
        assertThat(trial.call(Verb.SET, Map.of("ifInState", first, "destroy", List.of(id)))
                        .error())
                .isEqualTo("stateMismatch");
        assertThat(trial.everything()).isEqualTo(before);
        String now = trial.ada().state(trial.type());
        assertThat(trial.call(Verb.SET, Map.of("ifInState", now, "destroy", List.of(id)))
                        .done()
                        .texts("destroyed"))
                .containsExactly(id);
    }

    /** What is destroyed is gone, and cannot be changed or destroyed again. */
    @Test
    default void whatIsDestroyedIsGone() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        String id = trial.createOne();
        Response both = trial.call(
                        Verb.SET, Map.of("update", Map.of(id, Map.of()), "destroy", List.of(id, trial.nobody())))
                .done();
        assertThat(both.object("notUpdated", id)).containsEntry("type", "willDestroy");
        assertThat(both.texts("destroyed")).containsExactly(id);
        assertThat(both.object("notDestroyed", trial.nobody())).containsEntry("type", "notFound");
        assertThat(trial.ada().all(trial.type())).isEmpty();
        assertThat(trial.set("destroy", List.of(id)).object("notDestroyed", id)).containsEntry("type", "notFound");
        assertThat(trial.set("update", Map.of(id, Map.of())).object("notUpdated", id))
                .containsEntry("type", "notFound");
    }

    /** A creation id stands for the id in the calls that follow; answers name the id itself. */
    @Test
    default void aCreationIdStandsForTheNewObject() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        List<Response> responses = trial.ada()
                .request()
                .call(
                        Verb.SET.of(trial.type()),
                        Map.of("create", Map.of("new", trial.subject().good().get(0))))
                .call(Verb.GET.of(trial.type()), Map.of("ids", List.of("#new")))
                .call(Verb.SET.of(trial.type()), Map.of("destroy", List.of("#new")))
                .send();
        assertThat(responses.get(1).done().list("list")).hasSize(1);
        String id = Plain.text(responses.get(0).object("created", "new").get("id"));
        assertThat(responses.get(2).done().texts("destroyed")).containsExactly(id);
        assertThat(trial.ada().all(trial.type())).isEmpty();
    }
}
