package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApiTest {

    private static final Path BUNDLE = Repository.here().root().resolve("bundles/svc.api");
    private static final Path ACCEPTED = BUNDLE.resolve("accepted-api.txt");

    /**
     * {@code make accept-api} sets {@code svc.api.accept}; then this test writes the file instead of comparing with it.
     */
    @Test
    void contractMatchesTheAcceptedText() throws IOException {
        Api now = ApiReader.read(BUNDLE);
        Api old = Api.parse(Files.exists(ACCEPTED) ? Files.readAllLines(ACCEPTED) : List.of());
        String accept = System.getProperty("svc.api.accept", "");
        String report = ApiChange.report(old, now);
        if (accept.equals("unreleased") || (accept.equals("grown") && ApiChange.grown(old, now))) {
            Files.writeString(ACCEPTED, now.text());
            return;
        }
        assertThat(report)
                .as(
                        "svc.api is not what was last accepted:\n%s\nRaise the versions that must grow, then run `make accept-api` and commit"
                                + " accepted-api.txt (docs/decisions/0004-api-check-as-text.md).",
                        report)
                .isEmpty();
        assertThat(Files.readString(ACCEPTED)).isEqualTo(now.text());
    }

    @Test
    void textRoundTrips() {
        Api api = ApiReader.read(BUNDLE);

        assertThat(Api.parse(api.text().lines().toList())).isEqualTo(api);
        assertThat(api.types())
                .containsKey("svc.api.operation.OperationGroup")
                .containsKey("svc.api.operation.OperationException$Reason");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            interface @ConsumerType | void old()        | void old(); abstract void more() | 2.0.0
            interface @ProviderType | void old()        | void old(); abstract void more() | 1.1.0
            interface @ConsumerType | void old()        | void old(); default void more()  | 1.1.0
            interface @ProviderType | void old()        | void renamed()                   | 2.0.0
            annotation              | String value()    | String value(); abstract int n() | 2.0.0
            annotation              | String value()    | String value(); abstract int n() default 3 | 1.1.0
            final class             | String A = "a"    | String A = "b"                   | 2.0.0
            enum                    | final E ONE       | final E ONE; final E TWO         | 1.1.0
            record(String a)        | String a()        | String a()                       | 1.0.0
            """)
    void changeRequiresAVersion(String head, String before, String after, String required) {
        Api old = api(head, before);
        Api now = api(head, after);

        assertThat(ApiChange.required("1.0.0", ApiChange.between(old, now))).isEqualTo(required);
        assertThat(ApiChange.grown(old, now)).isEqualTo(required.equals("1.0.0"));
    }

    @Test
    void removedTypeIsABreakingChange() {
        Api old = api("interface", "void old()");
        Api now = new Api(new TreeMap<>(old.versions()), new TreeMap<>());

        assertThat(ApiChange.report(old, now)).contains("from 1.0.0 to at least 2.0.0", "- interface", "- void old()");
    }

    @Test
    void addedRecordComponentIsABreakingChange() {
        assertThat(ApiChange.report(
                        api("record(String a)", "String a()"), api("record(String a, int b)", "String a()")))
                .contains("2.0.0", "- record(String a)", "+ record(String a, int b)");
    }

    @Test
    void signaturesContainWhatCallersDependOn() {
        List<String> lines = ApiReader.lines(Sample.class, "Lorg/osgi/annotation/versioning/ConsumerType;");

        assertThat(lines)
                .containsExactly(
                        "static interface<T extends Record> extends java.util.function.Supplier<String> @ConsumerType",
                        "abstract T? find(String?, java.nio.file.Path[]) throws java.io.IOException",
                        "default List<? extends T?> all()",
                        "static final String NAME = \"n\"");
    }

    @SuppressWarnings("unused") // read by reflection only
    interface Sample<T extends Record> extends java.util.function.Supplier<String> {
        String NAME = "n";

        @org.jspecify.annotations.Nullable
        T find(@org.jspecify.annotations.Nullable String name, Path[] in) throws IOException;

        default List<? extends @org.jspecify.annotations.Nullable T> all() {
            return List.of();
        }
    }

    private static Api api(String head, String members) {
        List<String> lines = new java.util.ArrayList<>(List.of(head));
        lines.addAll(List.of(members.split("; ")));
        TreeMap<String, List<String>> types = new TreeMap<>();
        types.put("svc.api.x.Type", lines);
        TreeMap<String, String> versions = new TreeMap<>();
        versions.put("svc.api.x", "1.0.0");
        return new Api(versions, types);
    }
}
