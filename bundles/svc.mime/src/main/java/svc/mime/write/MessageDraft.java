package svc.mime;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

    /** The value of a header field in one of the forms of RFC 8621 §4.1.2. What would end the field or break it is left out. */
    public sealed interface Value {

        /** As it is to stand in the message, from the colon on; line breaks in it stay where white space follows. */
        record Raw(String text) implements Value {}

        /** Text, encoded where it must be. */
        record Text(String text) implements Value {}

        /** Addresses in no group. */
        record Addresses(List<Address> addresses) implements Value {}

        /** Addresses in groups. */
        record Groups(List<AddressGroup> groups) implements Value {}

        /** Ids of messages, without angle brackets. */
        record MessageIds(List<String> ids) implements Value {}

        /** A moment. */
        record Date(OffsetDateTime date) implements Value {}

        /** URLs, without angle brackets. */
        record Urls(List<String> urls) implements Value {}
    }

    /** A part. Its header fields besides those that follow from its members stand in {@code fields}. */
    public sealed interface Node {

        /** The fields. */
        List<Field> fields();

        /** What its header says. */
        Traits traits();

        /**
         * A multipart. The boundary is the writer's, and so is the type of what is related (RFC 2387 §3.1) unless it is given.
         *
         * @param traits what its header says; {@code multipart/…}
         */
        record Multipart(Traits traits, List<Field> fields, List<Node> parts) implements Node {

            /** One of which nothing more is to be said. */
            public Multipart(String type, List<Node> parts) {
                this(Traits.of(type), List.of(), parts);
            }

            /**
             * A report (RFC 6522).
             *
             * @param kind of what
             * @param parts what people read, what machines read, and where there is one the message that it is about
             */
            public static Multipart report(String kind, List<Node> parts) {
                Map<String, String> parameters = Map.of("report-type", kind);
                return new Multipart(
                        new Traits("multipart/report", parameters, null, null, null, null, null, null),
                        List.of(),
                        parts);
            }
        }

        /** Text that is given; it is written as UTF-8, with CRLF at the end of lines. */
        record Text(Traits traits, List<Field> fields, String text) implements Node {

            /** One of which nothing more is to be said. */
            public Text(String type, String text) {
                this(Traits.of(type), List.of(), text);
            }
        }

        /** Bytes that are stored; they are read twice, first to see how they are best encoded. */
        record Stored(Traits traits, List<Field> fields, Octets octets, long size) implements Node {}
    }

    /**
     * What the header of a part says of its body (RFC 8621 §4.1.4); null where it says nothing. A field of the same name among
     * the fields of the part goes before it, but for Content-Type, which is made of this.
     *
     * @param parameters further parameters of the Content-Type
     */
    public record Traits(
            String type,
            Map<String, String> parameters,
            @Nullable String charset,
            @Nullable String disposition,
            @Nullable String name,
            @Nullable String cid,
            @Nullable List<String> language,
            @Nullable String location) {

        /**
         * What the value of a Content-Type says: type, charset, name and the other parameters. What is no media type is
         * text/plain.
         */
        public static Traits ofContentType(String value) {
            ParameterValue read = ParameterValue.of(value);
            Map<String, String> parameters = new TreeMap<>(read.parameters());
            parameters.remove("boundary");
            String charset = parameters.remove("charset");
            String name = parameters.remove("name");
            return new Traits(Entity.mediaType(read.value()), parameters, charset, null, name, null, null, null);
        }

        /** Nothing but the type. */
        public static Traits of(String type) {
            return new Traits(type, Map.of(), null, null, null, null, null, null);
        }
    }
}
