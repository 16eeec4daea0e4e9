package svc.core.methods;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.identity.Account;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.RefersTo;
import svc.core.Note;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** A new id in a property must be the id of an existing object. */
@Covers("RFC-01")
class ReferenceValidatorTest {

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o", "ada");

    /** A type with a property that holds ids as keys and one that holds ids as elements. */
    record Folder(
            @RefersTo("Note") @Default("{}") Map<String, Boolean> notes,
            @RefersTo("Folder") @Default("[]") List<String> next,
            @RefersTo("Nothing") @Default("[]") List<String> lost,
            @Default("0") int rank) {}

    private static final class Folders implements ObjectType<Folder> {
        @Override
        public String name() {
            return "Folder";
        }

        @Override
        public String capability() {
            return Note.URN;
        }

        @Override
        public Class<Folder> recordType() {
            return Folder.class;
        }
    }

    @BeforeEach
    void types() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
        bench.add(new Folders());
    }

    private Map<String, @Nullable Object> call(String method, String arguments) {
        return bench.call(ada, Note.USING, method, "{\"accountId\":\"" + ada.id() + "\"," + arguments + "}");
    }

    private String created(String type, String properties) {
        Map<String, @Nullable Object> set = call(type + "/set", "\"create\":{\"k\":" + properties + "}");
        return String.valueOf(
                Bench.object(Bench.object(set.get("created")).get("k")).get("id"));
    }

    private Map<String, @Nullable Object> folder(String id) {
        return Bench.first(call("Folder/get", "\"ids\":[\"" + id + "\"]").get("list"));
    }

    /** Returns the properties for which an update was rejected; empty if it was made. */
    private Object wrong(String id, String patch) {
        Map<String, @Nullable Object> set = call("Folder/set", "\"update\":{\"" + id + "\":" + patch + "}");
        if (set.get("updated") instanceof Map<?, ?> updated && updated.containsKey(id)) {
            return List.of();
        }
        return error(set, "notUpdated", id);
    }

    private static Object error(Map<String, @Nullable Object> set, String where, String which) {
        Map<String, @Nullable Object> error =
                Bench.object(Bench.object(set.get(where)).get(which));
        assertThat(error).containsEntry("type", "invalidProperties");
        return Objects.requireNonNull(error.get("properties"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"notes\":{\"n77\":true}}",
                "{\"notes\":{\"never\":true}}",
                "{\"notes\":{\"\":true}}",
                "{\"notes\":{\"OWN\":true,\"n77\":true}}"
            })
    void aNewObjectThatRefersToNoneIsRefused(String properties) {
        String own = created("Note", "{\"title\":\"t\"}");
        Map<String, @Nullable Object> set =
                call("Folder/set", "\"create\":{\"k\":" + properties.replace("OWN", own) + ",\"j\":{}}");
        assertThat(error(set, "notCreated", "k")).isEqualTo(List.of("notes"));
        assertThat(Bench.object(set.get("created"))).containsOnlyKeys("j");
    }

    @Test
    void namesEveryPropertyWithADanglingReference() {
        Map<String, @Nullable Object> set = call(
                "Folder/set",
                "\"create\":{\"k\":{\"notes\":{\"n1\":true},\"next\":[\"f9\"],\"lost\":[\"x1\"],\"rank\":1}}");
        assertThat(error(set, "notCreated", "k")).isEqualTo(List.of("notes", "next", "lost"));
    }

    @Test
    void acceptsReferencesToExistingObjectsInPatchesAndValues() {
        String first = created("Note", "{\"title\":\"t\"}");
        String second = created("Note", "{\"title\":\"u\"}");
        String folder = created("Folder", "{\"notes\":{\"" + first + "\":true}}");
        assertThat(wrong(folder, "{\"notes/" + second + "\":true}")).isEqualTo(List.of());
        assertThat(wrong(folder, "{\"notes/n77\":true}")).isEqualTo(List.of("notes"));
        assertThat(wrong(folder, "{\"notes/n77\":null}")).isEqualTo(List.of());
        assertThat(wrong(folder, "{\"notes\":{\"n77\":true}}")).isEqualTo(List.of("notes"));
        assertThat(wrong(folder, "{\"next\":[\"" + folder + "\"]}")).isEqualTo(List.of());
        assertThat(folder(folder))
                .containsEntry("notes", Map.of(first, true, second, true))
                .containsEntry("next", List.of(folder));
        assertThat(wrong(folder, "{\"notes\":null,\"next\":null}")).isEqualTo(List.of());
        assertThat(folder(folder)).containsEntry("notes", Map.of()).containsEntry("next", List.of());
    }

    @Test
    void keepsButDoesNotAcceptAReferenceToADestroyedObject() {
        String note = created("Note", "{\"title\":\"t\"}");
        String folder = created("Folder", "{\"notes\":{\"" + note + "\":true}}");
        String other = created("Folder", "{}");
        call("Note/set", "\"destroy\":[\"" + note + "\"]");

        assertThat(wrong(folder, "{\"rank\":2,\"notes\":{\"" + note + "\":true}}"))
                .isEqualTo(List.of());
        assertThat(folder(folder)).containsEntry("rank", 2);
        assertThat(wrong(other, "{\"notes\":{\"" + note + "\":true}}")).isEqualTo(List.of("notes"));
        assertThat(wrong(folder, "{\"notes\":{}}")).isEqualTo(List.of());
        assertThat(wrong(folder, "{\"notes/" + note + "\":true}")).isEqualTo(List.of("notes"));
    }

    @Test
    void rejectsAReferenceIntoAnotherAccount() {
        String note = created("Note", "{\"title\":\"t\"}");
        Account bob = bench.account("o", "bob");
        Map<String, @Nullable Object> set = bench.call(
                bob,
                Note.USING,
                "Folder/set",
                "{\"accountId\":\"" + bob.id() + "\",\"create\":{\"k\":{\"notes\":{\"" + note + "\":true}}}}");
        assertThat(error(set, "notCreated", "k")).isEqualTo(List.of("notes"));
    }
}
