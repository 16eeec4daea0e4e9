package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.api.jmap.StandardMethod.GET;
import static svc.api.jmap.StandardMethod.SET;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.testkit.engine.CapabilityUnderTest.Wrong;
import svc.testkit.engine.generated.PlainValues;
import svc.testkit.engine.generated.TypeTraits;

/** Tests of {@code /set} for every type (RFC 8620 §5.3). */
public interface SetContract extends Contract {

    /** The created object consists of the properties that the client sent, updated by those in the response. */
    @Test
    default void createReturnsServerSetProperties() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        for (Map<String, ? extends @Nullable Object> properties :
                fixture.subject().good()) {
            Response set = fixture.set("create", Map.of("new", properties));
            assertThat(set.arguments().get("notCreated")).isNull();
            Map<String, @Nullable Object> answered = set.object("created", "new");
            assertThat(fixture.get(PlainValues.text(answered.get("id"))))
                    .isEqualTo(fixture.expected(properties, answered));
            assertThat(set.text("oldState")).isNotEqualTo(set.text("newState"));
            assertThat(fixture.ada().state(fixture.type())).isEqualTo(set.text("newState"));
        }
    }

    /** Null is valid at creation for a property with a default; the property then has its default value. */
    @Test
    default void nullAtCreationCountsAsAbsent() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        Map<String, ? extends @Nullable Object> good = fixture.subject().good().get(0);
        List<String> optional = fixture.traits()
                .names(property -> (property.standard() || property.nullable()) && !property.serverSet());
        for (String name : optional) {
            if (!good.containsKey(name)) {
                Map<String, @Nullable Object> without = fixture.get(fixture.createOne());
                Map<String, @Nullable Object> changed =
                        fixture.get(fixture.ada().create(fixture.type(), PlainValues.with(good, name, null)));
                assertThat(changed.get(name)).as(name).isEqualTo(without.get(name));
            }
        }
    }

    /** A read-only maintenance rejects writes before anything changes. Reads work. */
    @Test
    default void readOnlyMaintenanceRejectsWrites() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        String id = fixture.createOne();
        Map<String, @Nullable Object> before = fixture.everything();
        Map<String, ? extends @Nullable Object> good = fixture.subject().good().get(0);
        fixture.engine().maintenance().beginReadOnly();
        fixture.assertError(SET, Map.of("create", Map.of("new", good)), "accountReadOnly");
        fixture.assertError(SET, Map.of("update", Map.of(id, good)), "accountReadOnly");
        fixture.assertError(SET, Map.of("destroy", List.of(id)), "accountReadOnly");
        assertThat(fixture.everything()).isEqualTo(before);
        fixture.engine().maintenance().end();
        fixture.set("destroy", List.of(id));
        assertThat(fixture.all()).doesNotContainKey(id);
    }

    /** An invalid object does not affect valid objects of the same call. */
    @Test
    default void invalidObjectIsRejectedAlone() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        Map<String, Object> creates = new LinkedHashMap<>();
        fixture.subject().bad().forEach(wrong -> creates.put("bad" + creates.size(), wrong.properties()));
        Map<String, ? extends @Nullable Object> good = fixture.subject().good().get(0);
        creates.put("good", good);
        creates.put("unknown", PlainValues.with(good, "noSuchProperty", 1));
        creates.put("named", PlainValues.with(good, "id", fixture.unknownId()));
        Response set = fixture.set("create", creates);
        assertThat(set.object("created")).containsOnlyKeys("good");
        for (int i = 0; i < fixture.subject().bad().size(); i++) {
            Wrong wrong = fixture.subject().bad().get(i);
            ContractFixture.refused(set.object("notCreated", "bad" + i), wrong.names(), wrong.properties());
        }
        ContractFixture.refused(set.object("notCreated", "unknown"), List.of("noSuchProperty"), "noSuchProperty");
        ContractFixture.refused(set.object("notCreated", "named"), List.of("id"), "id");
        assertThat(fixture.all()).hasSize(1);
    }

    /** After an update, the object equals the old object with the patch and the properties of the response applied. */
    @Test
    default void updateChangesOnlyTheGivenProperties() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        for (Map<String, ? extends @Nullable Object> patch : fixture.subject().changes()) {
            String id = fixture.createOne();
            Map<String, @Nullable Object> before = fixture.get(id);
            Response set = fixture.set("update", Map.of(id, patch));
            assertThat(set.arguments().get("notUpdated")).isNull();
            assertThat(set.text("oldState")).isNotEqualTo(set.text("newState"));
            Map<String, @Nullable Object> after = fixture.get(id);
            assertThat(after).isNotEqualTo(before);
            if (patch.entrySet().stream().noneMatch(one -> one.getKey().contains("/") || one.getValue() == null)) {
                before.putAll(fixture.expected(patch, set.object("updated").get(id)));
                assertThat(after).isEqualTo(before);
            }
        }
    }

    /** A client may send an object back as it received it, including server-set properties. */
    @Test
    default void acceptsAnUnchangedObject() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        String id = fixture.createOne();
        Map<String, @Nullable Object> object = fixture.get(id);
        Response set = fixture.set("update", Map.of(id, object));
        assertThat(set.object("updated")).containsKey(id);
        assertThat(fixture.get(id)).isEqualTo(object);
    }

    /** A rejected update changes neither the object nor the state. */
    @Test
    default void rejectedChangeHasNoEffect() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        String id = fixture.createOne();
        Map<String, @Nullable Object> before = fixture.everything();
        for (Wrong wrong : fixture.subject().badChanges()) {
            Response set = fixture.set("update", Map.of(id, wrong.properties()));
            ContractFixture.refused(set.object("notUpdated", id), wrong.names(), wrong.properties());
        }
        Response set = fixture.set(
                "update", Map.of(id, Map.of("noSuchProperty", 1), fixture.unknownId(), Map.of(), "no id", Map.of()));
        assertThat(set.arguments().get("updated")).isNull();
        assertThat(set.object("notUpdated", id)).containsEntry("type", "invalidProperties");
        assertThat(set.object("notUpdated", fixture.unknownId())).containsEntry("type", "notFound");
        assertThat(set.object("notUpdated", "no id")).containsEntry("type", "notFound");
        assertThat(fixture.everything()).isEqualTo(before);
    }

    /** A patch in which one pointer is a prefix of another is invalid. */
    @Test
    default void rejectsContradictoryPatches() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        String id = fixture.createOne();
        String name = fixture.traits().names(property -> !property.serverSet()).get(0);
        Object value = fixture.get(id).get(name);
        Response set = fixture.set(
                "update", Map.of(id, PlainValues.with(ContractFixture.one(name, value), name + "/inner", "x")));
        assertThat(set.object("notUpdated", id)).containsEntry("type", "invalidPatch");
    }

    /** A pointer that is malformed, or that leads into a value that is not an object, makes the whole patch invalid. */
    @Test
    default void rejectsInvalidPatchPointers() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        String id = fixture.createOne();
        Map<String, @Nullable Object> before = fixture.everything();
        String name = fixture.traits().names(property -> !property.serverSet()).get(0);
        for (String pointer : List.of(name + "~", name + "~2", name + "/a~b", name + "/a/b", "noSuchProperty/a")) {
            Response set = fixture.set("update", Map.of(id, ContractFixture.one(pointer, true)));
            assertThat(set.object("notUpdated", id)).as(pointer).containsEntry("type", "invalidPatch");
        }
        assertThat(fixture.everything()).isEqualTo(before);
    }

    /** Immutable and server-set properties cannot be updated. */
    @Test
    default void immutablePropertiesCannotChange() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        String id = fixture.createOne();
        Map<String, @Nullable Object> before = fixture.everything();
        for (String name : fixture.traits().names(property -> property.immutable() || property.serverSet())) {
            Object other = Boolean.TRUE.equals(fixture.get(id).get(name)) ? false : true;
            Response set = fixture.set("update", Map.of(id, Map.of(name, other)));
            ContractFixture.refused(set.object("notUpdated", id), List.of(name), name);
        }
        for (String name : fixture.traits().names(TypeTraits.Property::serverSet)) {
            Map<String, @Nullable Object> sent =
                    PlainValues.with(fixture.subject().good().get(0), name, List.of("made up"));
            ContractFixture.refused(
                    fixture.set("create", Map.of("new", sent)).object("notCreated", "new"), List.of(name), sent);
        }
        assertThat(fixture.everything()).isEqualTo(before);
    }

    /** A state other than {@code ifInState} rejects the whole call. */
    @Test
    default void ifInStateMismatchChangesNothing() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        String first = fixture.ada().state(fixture.type());
        String id = fixture.createOne();
        Map<String, @Nullable Object> before = fixture.everything();
        fixture.assertError(SET, Map.of("ifInState", first, "destroy", List.of(id)), "stateMismatch");
        assertThat(fixture.everything()).isEqualTo(before);
        String now = fixture.ada().state(fixture.type());
        assertThat(fixture.done(SET, Map.of("ifInState", now, "destroy", List.of(id)))
                        .texts("destroyed"))
                .containsExactly(id);
    }

    /** A destroyed object does not exist any more, and cannot be updated or destroyed again. */
    @Test
    default void destroyedObjectIsNotFound() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        String id = fixture.createOne();
        Response both = fixture.call(
                        SET, Map.of("update", Map.of(id, Map.of()), "destroy", List.of(id, fixture.unknownId())))
                .done();
        assertThat(both.object("notUpdated", id)).containsEntry("type", "willDestroy");
        assertThat(both.texts("destroyed")).containsExactly(id);
        assertThat(both.object("notDestroyed", fixture.unknownId())).containsEntry("type", "notFound");
        assertThat(fixture.all()).isEmpty();
        assertThat(fixture.set("destroy", List.of(id)).object("notDestroyed", id))
                .containsEntry("type", "notFound");
        assertThat(fixture.set("update", Map.of(id, Map.of())).object("notUpdated", id))
                .containsEntry("type", "notFound");
    }

    /** A creation id refers to the new object in later calls; responses contain the id itself. */
    @Test
    default void creationIdRefersToTheNewObject() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        List<Response> responses = fixture.ada()
                .request()
                .call(
                        SET.nameFor(fixture.type()),
                        Map.of("create", Map.of("new", fixture.subject().good().get(0))))
                .call(GET.nameFor(fixture.type()), Map.of("ids", List.of("#new")))
                .call(SET.nameFor(fixture.type()), Map.of("destroy", List.of("#new")))
                .send();
        assertThat(responses.get(1).done().list("list")).hasSize(1);
        String id = PlainValues.text(responses.get(0).object("created", "new").get("id"));
        assertThat(responses.get(2).done().texts("destroyed")).containsExactly(id);
        assertThat(fixture.all()).isEmpty();
    }
}
