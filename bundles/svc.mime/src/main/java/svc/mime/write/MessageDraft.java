package svc.mime.write;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import svc.mime.Address;
import svc.mime.AddressGroup;
import svc.mime.Entity;
import svc.mime.Octets;
import svc.mime.ParameterValue;

/**
 * A message to be written.
 *
 * @param fields the header fields of the message, in order; missing Date, Message-ID and MIME-Version fields are added
 * @param body the body structure
 */
public record MessageDraft(List<Field> fields, Node body) {

    /**
     * A header field.
     *
     * @param name the field name
     * @param value the value in one of its forms
     */
    public record Field(String name, Value value) {}

    /**
     * A header field value in one of the forms of RFC 8621 §4.1.2. Characters that would end or break the field are
     * dropped.
     */
    public sealed interface Value {

        /**
         * The exact text after the colon. A line break in the text is kept if white space follows it.
         *
         * @param text the value
         */
        record Raw(String text) implements Value {}

        /**
         * Text, encoded where necessary.
         *
         * @param text the value
         */
        record Text(String text) implements Value {}

        /**
         * Addresses without groups.
         *
         * @param addresses the addresses
         */
        record Addresses(List<Address> addresses) implements Value {}

        /**
         * Addresses in groups.
         *
         * @param groups the groups
         */
        record Groups(List<AddressGroup> groups) implements Value {}

        /**
         * Message ids.
         *
         * @param ids the ids, without angle brackets
         */
        record MessageIds(List<String> ids) implements Value {}

        /**
         * A date-time.
         *
         * @param date the date and time with its offset
         */
        record Date(OffsetDateTime date) implements Value {}

        /**
         * URLs.
         *
         * @param urls the URLs, without angle brackets
         */
        record Urls(List<String> urls) implements Value {}
    }

    /**
     * A part. Its header consists of the fields that are derived from {@code traits}, and of the additional
     * {@code fields}.
     */
    public sealed interface Node {

        /** Returns the additional header fields. */
        List<Field> fields();

        /** Returns the properties from which header fields are derived. */
        Traits traits();

        /**
         * A multipart. The writer chooses the boundary, and sets the {@code type} parameter of multipart/related (RFC
         * 2387 §3.1) if it is missing.
         *
         * @param traits the properties; the type is {@code multipart/…}
         * @param fields the additional header fields
         * @param parts the parts
         */
        record Multipart(Traits traits, List<Field> fields, List<Node> parts) implements Node {

            /** Creates a multipart that has only a type. */
            public Multipart(String type, List<Node> parts) {
                this(Traits.of(type), List.of(), parts);
            }

            /**
             * Returns a multipart/report (RFC 6522).
             *
             * @param kind the report type
             * @param parts the human-readable part, the machine-readable part, and optionally the message that the
             *     report is about
             */
            public static Multipart report(String kind, List<Node> parts) {
                Map<String, String> parameters = Map.of("report-type", kind);
                return new Multipart(
                        new Traits("multipart/report", parameters, null, null, null, null, null, null),
                        List.of(),
                        parts);
            }
        }

        /**
         * Text, written as UTF-8 with CRLF line breaks.
         *
         * @param traits the properties
         * @param fields the additional header fields
         * @param text the text
         */
        record Text(Traits traits, List<Field> fields, String text) implements Node {

            /** Creates a text part that has only a type. */
            public Text(String type, String text) {
                this(Traits.of(type), List.of(), text);
            }
        }

        /**
         * Stored bytes. The writer reads them twice: once to choose the encoding, once to write them.
         *
         * @param traits the properties
         * @param fields the additional header fields
         * @param octets the bytes
         * @param size the number of bytes
         */
        record Stored(Traits traits, List<Field> fields, Octets octets, long size) implements Node {}
    }

    /**
     * The properties of a part that its header describes (RFC 8621 §4.1.4); a property is null if the header has no
     * such field. If an additional header field has the same name as a field that is derived from a property, the
     * additional field is written instead, except for Content-Type.
     *
     * @param type the media type
     * @param parameters further parameters of the Content-Type
     * @param charset the charset
     * @param disposition the disposition
     * @param name the file name
     * @param cid the Content-ID, without angle brackets
     * @param language the language tags
     * @param location the Content-Location
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
         * Returns the properties in a Content-Type value: type, charset, name and the other parameters. An invalid
         * media type becomes text/plain.
         */
        public static Traits ofContentType(String value) {
            ParameterValue read = ParameterValue.of(value);
            Map<String, String> parameters = new TreeMap<>(read.parameters());
            parameters.remove("boundary");
            String charset = parameters.remove("charset");
            String name = parameters.remove("name");
            return new Traits(Entity.mediaType(read.value()), parameters, charset, null, name, null, null, null);
        }

        /** Returns properties that have only a type. */
        public static Traits of(String type) {
            return new Traits(type, Map.of(), null, null, null, null, null, null);
        }
    }
}
