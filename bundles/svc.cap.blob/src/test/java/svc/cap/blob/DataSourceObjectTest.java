package svc.cap.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.jmap.SetError;
import svc.testkit.Covers;

/** Tests that a source has exactly one kind of data, and that every other form is rejected. */
@Covers(value = "RFC9404 §4.1", part = "the shape of a DataSourceObject")
final class DataSourceObjectTest {

    private static Map<String, @Nullable Object> members(@Nullable Object... pairs) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            members.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return members;
    }

    @Test
    void nullMembersCountAsAbsent() {
        assertThat(DataSourceObject.of(
                        0, members("data:asText", "", "data:asBase64", null, "blobId", null, "offset", null)))
                .isEqualTo(new DataSourceObject.Inline(new OctetSource.Text("", 0)));
        assertThat(DataSourceObject.of(3, members("blobId", "#b", "offset", null, "length", null)))
                .isEqualTo(new DataSourceObject.BlobRange(3, "#b", 0, DataSourceObject.ALL));
        assertThat(DataSourceObject.of(3, members("blobId", "b", "offset", 0, "length", 0.0)))
                .isEqualTo(new DataSourceObject.BlobRange(3, "b", 0, 0));
        assertThat(DataSourceObject.of(0, members("blobId", "b", "length", (1L << 53) - 1)))
                .isEqualTo(new DataSourceObject.BlobRange(0, "b", 0, (1L << 53) - 1));
    }

    @Test
    void rejectsSourcesWithoutExactlyOneKind() {
        List<@Nullable Object> invalid = new ArrayList<>(List.of(
                "text",
                List.of(),
                members(),
                members("data:asText", null),
                members("data:asText", "a", "data:asBase64", ""),
                members("data:asText", "a", "blobId", "b"),
                members("data:asText", "a", "offset", 0),
                members("data:asBase64", "", "length", 0),
                members("data:asText", 1),
                members("data:asText", "\uD83D"),
                members("data:asBase64", "a"),
                members("data:asBase64", 1),
                members("blobId", 1),
                members("blobId", "b", "offset", -1),
                members("blobId", "b", "offset", 1.5),
                members("blobId", "b", "length", 1L << 53),
                members("blobId", "b", "length", "1"),
                members("data", "a"),
                members("blobId", "b", "digest:sha", "x")));
        invalid.add(null);
        for (Object one : invalid) {
            assertThatThrownBy(() -> UploadObject.of(Map.of("data", Collections.singletonList(one))))
                    .as(String.valueOf(one))
                    .isInstanceOfSatisfying(
                            SetError.class,
                            error -> assertThat(error.members())
                                    .containsEntry("type", "invalidProperties")
                                    .containsEntry("properties", List.of("data")));
        }
    }

    @Test
    void acceptsAHundredSources() {
        Map<String, @Nullable Object> one = members("data:asText", "a");
        assertThat(UploadObject.of(Map.of("data", Collections.nCopies(100, one)))
                        .sources())
                .hasSize(100);
        assertThatThrownBy(() -> UploadObject.of(Map.of("data", Collections.nCopies(101, one))))
                .isInstanceOf(SetError.class);
    }

    @Test
    void namesUnknownMembers() {
        assertThatThrownBy(() -> UploadObject.of(Map.of("data", List.of(), "name", "x")))
                .isInstanceOfSatisfying(
                        SetError.class,
                        error -> assertThat(error.members()).containsEntry("properties", List.of("name")));
        assertThatThrownBy(() -> UploadObject.of(Map.of("data", List.of(), "type", 1)))
                .isInstanceOfSatisfying(
                        SetError.class,
                        error -> assertThat(error.members()).containsEntry("properties", List.of("type")));
        for (Object data : List.of("", Map.of(), 1)) {
            assertThatThrownBy(() -> UploadObject.of(Map.of("data", data))).isInstanceOf(SetError.class);
        }
        assertThatThrownBy(() -> UploadObject.of(new HashMap<>())).isInstanceOf(SetError.class);
        assertThat(UploadObject.of(members("data", List.of(), "type", null)))
                .isEqualTo(new UploadObject(List.of(), null));
    }
}
