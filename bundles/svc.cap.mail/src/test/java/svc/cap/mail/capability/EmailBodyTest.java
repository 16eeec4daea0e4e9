package svc.cap.mail.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.cap.mail.SampleMessageTest;
import svc.cap.mail.mailbox.MailFixture;
import svc.testkit.Covers;

/** {@code Email/get} (RFC 8621 §4.1.4, §4.2): body parts and body values. */
class EmailBodyTest extends SampleMessageTest {

    @Test
    @Covers("RFC8621 §4.1.4")
    void bodyStructureHasEveryPart() {
        Map<?, ?> root = map(fixture.get(ada, id, "bodyStructure").get("bodyStructure"));
        assertThat(root.get("partId")).isNull();
        assertThat(root.get("blobId")).isNull();
        assertThat(root.get("type")).isEqualTo("multipart/mixed");
        List<?> parts = list(root.get("subParts"));
        Map<?, ?> inner = map(parts.get(0));
        assertThat(inner.get("type")).isEqualTo("multipart/alternative");
        assertThat((List<?>) inner.get("subParts")).hasSize(2);
        Map<?, ?> pdf = map(parts.get(1));
        assertThat(pdf.get("type")).isEqualTo("application/pdf");
        assertThat(pdf.get("name")).isEqualTo("a.pdf");
        assertThat(pdf.get("disposition")).isEqualTo("attachment");
        assertThat(pdf.get("size")).isEqualTo(4);
        assertThat(pdf.get("cid")).isEqualTo("x@y");
        assertThat(pdf.get("language")).isEqualTo(List.of("de", "en"));
        assertThat(pdf.get("charset")).isNull();
        assertThat(pdf.get("location")).isNull();
        assertThat(pdf.get("blobId")).asString().startsWith("b");
        assertThat(pdf.containsKey("subParts")).isFalse();
    }

    @Test
    @Covers("RFC8621 §4.2")
    void partsHaveTheRequestedProperties() {
        Map<String, @Nullable Object> email = fixture.get(
                ada,
                id,
                Map.of(
                        "properties",
                        List.of("textBody", "htmlBody", "attachments"),
                        "bodyProperties",
                        List.of("type", "header:X-Part:asText", "headers", "subParts")));
        Map<?, ?> text = map(list(email.get("textBody")).get(0));
        assertThat(new HashSet<Object>(text.keySet()))
                .isEqualTo(Set.of("type", "header:X-Part:asText", "headers", "subParts"));
        assertThat(text.get("header:X-Part:asText")).isEqualTo("plain");
        assertThat((List<?>) text.get("headers")).hasSize(3);
        assertThat(text.get("subParts")).isNull();
        assertThat(types(email.get("textBody"))).containsExactly("text/plain");
        assertThat(types(email.get("htmlBody"))).containsExactly("text/html");
        assertThat(types(email.get("attachments"))).containsExactly("application/pdf");
    }

    private static List<?> list(@Nullable Object value) {
        return (List<?>) Objects.requireNonNull(value);
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) Objects.requireNonNull(value);
    }

    private static List<Object> types(@Nullable Object parts) {
        List<Object> types = new ArrayList<>();
        ((List<?>) Objects.requireNonNull(parts)).forEach(part -> types.add(((Map<?, ?>) part).get("type")));
        return types;
    }

    private Map<?, ?> values(Map<String, ?> arguments) {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        all.put("properties", List.of("bodyValues", "textBody", "htmlBody"));
        return (Map<?, ?>) Objects.requireNonNull(fixture.get(ada, id, all).get("bodyValues"));
    }

    @Test
    @Covers("RFC8621 §4.2")
    void bodyValuesAreReturnedOnRequest() {
        assertThat(values(Map.of())).isEmpty();
        assertThat(values(Map.of("fetchTextBodyValues", true)).values())
                .asString()
                .isEqualTo("[{value=Grüße an alle, isEncodingProblem=false, isTruncated=false}]");
        assertThat(values(Map.of("fetchHTMLBodyValues", true)).values())
                .asString()
                .contains("<p>Hello <a href=");
        assertThat(values(Map.of("fetchAllBodyValues", true))).hasSize(2);
        assertThat(values(Map.of("fetchTextBodyValues", true, "fetchHTMLBodyValues", true)))
                .hasSize(2);
        for (Map<String, ?> wrong : List.of(
                Map.of("fetchTextBodyValues", "yes"),
                Map.of("fetchAllBodyValues", 1),
                Map.of("maxBodyValueBytes", -1),
                Map.of("maxBodyValueBytes", 1.5),
                Map.of("maxBodyValueBytes", "7"),
                Map.of("bodyProperties", "type"))) {
            Map<String, Object> arguments = new LinkedHashMap<>(wrong);
            arguments.put("ids", List.of(id));
            assertThat(ada.call("Email/get", arguments).error()).as("%s", wrong).isEqualTo("invalidArguments");
        }
    }

    @Test
    @Covers("RFC8621 §4.2")
    void bodyValueIsTruncatedBetweenCharactersAndOutsideTags() {
        for (int octets = 1; octets < 15; octets++) {
            Map<?, ?> value = (Map<?, ?>) values(Map.of("fetchTextBodyValues", true, "maxBodyValueBytes", octets))
                    .values()
                    .iterator()
                    .next();
            String text = String.valueOf(value.get("value"));
            assertThat("Grüße an alle").startsWith(text);
            assertThat(text.getBytes(StandardCharsets.UTF_8).length).isBetween(octets - 1, octets);
            assertThat(value.get("isTruncated")).isEqualTo(true);
        }
        for (int octets = 1; octets < 50; octets++) {
            Map<?, ?> value = (Map<?, ?>) values(Map.of("fetchHTMLBodyValues", true, "maxBodyValueBytes", octets))
                    .values()
                    .iterator()
                    .next();
            String text = String.valueOf(value.get("value"));
            assertThat(text.lastIndexOf('<')).as(text).isLessThanOrEqualTo(text.lastIndexOf('>'));
            assertThat(text.length()).isLessThanOrEqualTo(octets);
        }
    }

    @Test
    @Covers("RFC8621 §4.1.4")
    void undecodableTextSetsIsEncodingProblem() {
        id = fixture.deliver(
                ada, inbox, MailFixture.lines("Subject: s", "Content-Type: text/plain; charset=x-unknown", "", "text"));
        assertThat(values(Map.of("fetchAllBodyValues", true)).values())
                .asString()
                .contains("isEncodingProblem=true");
    }
}
