package svc.mime;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message to be written.
 *
 * @param fields the header fields of the message, in order; Date, Message-ID and MIME-Version are added where they are missing
 * @param body what it consists of
 */
public record Draft(List<Field> fields, Node body) {

    /** A header field. */
    public record Field(String name, Value value) {}

    /** The value of a header field in one of the forms of RFC 8621 §4.1.2. */
    public sealed interface Value {
        /** As it is to stand in the message. Line breaks that would end the field are taken out, NUL too. */
        record Raw(String text) implements Value {}

        record Text(String text) implements Value {}

        record Addresses(List<Address> addresses) implements Value {}

        record Groups(List<AddressGroup> groups) implements Value {}

        record MessageIds(List<String> ids) implements Value {}

        record Date(OffsetDateTime date) implements Value {}

        record Urls(List<String> urls) implements Value {}
    }

    /** A part. Its header fields besides those that follow from its members stand in {@code fields}. */
    public sealed interface Node {
        /**
         * A multipart.
         *
         * @param type {@code multipart/…}
         * @param parameters further parameters of its Content-Type: {@code type} of multipart/related
         */
        record Multipart(String type, Map<String, String> parameters, List<Field> fields, List<Node> parts)
                implements Node {}

        /** Text that is given; it is written as UTF-8. */
        record Text(Traits traits, List<Field> fields, String text) implements Node {}

        /** Bytes that are stored; read twice, once to see how they are best encoded. */
        record Stored(Traits traits, List<Field> fields, Octets octets, long size) implements Node {}
    }

    /** What the header of a part says of its body (RFC 8621 §4.1.4); null where it says nothing. */
    public record Traits(
            String type,
            @Nullable String charset,
            @Nullable String disposition,
            @Nullable String name,
            @Nullable String cid,
            @Nullable List<String> language,
            @Nullable String location) {

        /** Nothing but the type. */
        public static Traits of(String type) {
            return new Traits(type, null, null, null, null, null, null);
        }
    }
}
