package svc.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.identity.Account;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** Result references as seen by a client. */
class ResultReferencesTest {

    private static final String CORE = "\"urn:ietf:params:jmap:core\"";

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o1", "ada");

    @Test
    @Covers({"REF-01", "GEN-04"})
    void referencesFollowPointers() {
        String echo =
                "[\"Core/echo\",{\"ids\":[\"a\",\"b\"],\"list\":[{\"id\":\"x\",\"n\":[1,2]},{\"id\":\"y\",\"n\":[3]}],\"a/b\":{\"~\":7},\"none\":null},\"one\"]";
        for (String[] pair : new String[][] {
            {"/ids", "[a, b]"},
            {"/ids/1", "b"},
            {"/list/*/id", "[x, y]"},
            {"/list/*/n", "[1, 2, 3]"},
            {"/a~1b/~0", "7"},
            {"/none", "null"}
        }) {
            List<List<@Nullable Object>> responses = bench.calls(
                    ada,
                    CORE,
                    echo + ",[\"Core/echo\",{\"#v\":" + reference("one", "Core/echo", pair[0]) + "},\"two\"]");
            assertThat(String.valueOf(Bench.object(responses.get(1).get(1)).get("v")))
                    .isEqualTo(pair[1]);
        }
    }

    private static String reference(String id, String name, String path) {
        return "{\"resultOf\":\"" + id + "\",\"name\":\"" + name + "\",\"path\":\"" + path + "\"}";
    }

    @ParameterizedTest
    @CsvSource({
        "nope, Core/echo, /ids",
        "self, Core/echo, /ids",
        "later, Core/echo, /ids",
        "bad, Nope/x, /ids",
        "one, Note/get, /ids",
        "one, Core/echo, /nope",
        "one, Core/echo, /ids/99",
        "one, Core/echo, /ids/01",
        "one, Core/echo, /ids/-",
        "one, Core/echo, ids",
        "one, Core/echo, /o/*",
        "one, Core/echo, /list/*/id",
        "one, Core/echo, /ids/0/x",
        "one, Core/echo, /ids~2",
        "one, Core/echo, /ids~"
    })
    @Covers({"REF-02", "REF-03", "REF-04"})
    void aReferenceToNothingFailsItsCallAlone(String id, String name, String path) {
        List<List<@Nullable Object>> responses = bench.calls(
                ada,
                CORE,
                "[\"Core/echo\",{\"ids\":[\"a\"],\"o\":{},\"list\":[{\"id\":1},{}]},\"one\"],[\"Nope/x\",{},\"bad\"],"
                        + "[\"Core/echo\",{\"#ids\":" + reference(id, name, path)
                        + "},\"self\"],[\"Core/echo\",{},\"later\"]");
        assertThat(Bench.errorOf(responses.get(2))).isEqualTo("error invalidResultReference");
        assertThat(responses.get(3).get(0)).isEqualTo("Core/echo");
    }

    @Test
    @Covers("REF-05")
    void rejectsAnArgumentThatIsBothPlainAndAReference() {
        List<List<@Nullable Object>> responses = bench.calls(
                ada,
                CORE,
                "[\"Core/echo\",{\"ids\":[]},\"a\"],[\"Core/echo\",{\"ids\":[],\"#ids\":"
                        + reference("a", "Core/echo", "/ids") + "},\"b\"]");
        assertThat(Bench.errorOf(responses.get(1))).isEqualTo("error invalidArguments");
    }
}
