package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts name their subject: the sources of the product and the docs do not use words that hide it. */
final class PlainLanguageTest {

    /** The audit log stores the word "nobody" as the name of an anonymous caller. It is quoted where it is meant. */
    private static final Pattern HIDDEN_SUBJECT =
            Pattern.compile("(?<![\"`@])\\b([Ss]omebody|[Nn]obody|[Ww]hoever|fares|(is|are) told)\\b(?![\"`@])");

    private static final Pattern STANDS = Pattern.compile("\\bstands\\b");
    private static final int MOST_STANDS = 3;

    /** Pages with text that was handed over, or with names of before. */
    private static final Set<String> QUOTING =
            Set.of("docs/requirements.md", "docs/conformance.md", "docs/extensions/from-1-to-2.md");

    @Test
    void sentencesNameTheirSubject() throws IOException {
        List<String> found = new ArrayList<>();
        Repository repository = Repository.here();
        for (Path file : texts(repository)) {
            found.addAll(marked(repository.name(file), Files.readString(file)));
        }
        assertThat(found).isEmpty();
    }

    @Test
    void noBundleOverusesOneVerb() throws IOException {
        Repository repository = Repository.here();
        TreeMap<String, Integer> counts = new TreeMap<>();
        for (Path file : texts(repository)) {
            String name = repository.name(file);
            int end = name.indexOf("/src/main/");
            if (end > 0) {
                int count =
                        (int) STANDS.matcher(Files.readString(file)).results().count();
                counts.merge(name.substring(0, end), count, Integer::sum);
            }
        }
        assertThat(counts)
                .allSatisfy((bundle, count) ->
                        assertThat(count).as("uses of the verb in " + bundle).isLessThanOrEqualTo(MOST_STANDS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Whoever asks", "no one, and nobody else", "the client is told", "how it fares"})
    void findsAHiddenSubject(String text) {
        assertThat(marked("a.md", "fine\n" + text)).singleElement().asString().startsWith("a.md:2: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"the caller `nobody`", "nobody@example.org", "BodyPublishers.noBody()", "welfares"})
    void ignoresOtherText(String text) {
        assertThat(marked("a.md", text)).isEmpty();
    }

    private static List<Path> texts(Repository repository) throws IOException {
        return repository.files().stream()
                .filter(file -> {
                    String name = repository.name(file);
                    return !QUOTING.contains(name)
                            && (name.endsWith(".md") || (name.endsWith(".java") && name.contains("/src/main/")));
                })
                .toList();
    }

    private static List<String> marked(String name, String text) {
        List<String> found = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            Matcher matcher = HIDDEN_SUBJECT.matcher(lines[i]);
            if (matcher.find()) {
                found.add(name + ":" + (i + 1) + ": \"" + matcher.group() + "\": name the subject");
            }
        }
        return found;
    }
}
