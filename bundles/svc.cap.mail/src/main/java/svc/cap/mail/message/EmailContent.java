package svc.cap.mail.message;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonWriter;
import svc.mime.BodyParts;
import svc.mime.BodyText;
import svc.mime.Headers;
import svc.mime.Octets;
import svc.mime.Part;

/**
 * The requested properties of one message: reads header fields and body values by the positions of the parts, then
 * writes the properties as JSON. It does not depend on where the message is stored. Not thread-safe.
 */
public final class EmailContent {

    private static final Headers NONE = Headers.of(new byte[0]);

    private final EmailProperties requested;
    private final EmailSummary summary;
    private final @Nullable Part root;
    private final @Nullable BodyParts body;
    private Map<Part.Section, Headers> headers = Map.of();
    private Map<String, BodyText> values = Map.of();

    /**
     * Creates the content of a message.
     *
     * @param root its structure; null if no requested property {@linkplain EmailProperties#needStructure needs} it
     */
    public EmailContent(EmailProperties requested, EmailSummary summary, @Nullable Part root) {
        this.requested = requested;
        this.summary = summary;
        this.root = root;
        this.body = root == null ? null : BodyParts.of(root);
    }

    /** Reads the requested header fields and body values. Reads no other octets of the message. */
    public EmailContent fetch(Octets octets) throws IOException {
        if (root == null || body == null) {
            return this;
        }
        headers = new HashMap<>();
        values = new LinkedHashMap<>();
        if (requested.needHeaders()) {
            fetchHeaders(octets, root);
        }
        if (requested.needPartHeaders()) {
            for (Part part : all(root)) {
                fetchHeaders(octets, part);
            }
        }
        if (requested.needValues()) {
            fetchValues(octets, valued(root, body));
        }
        return this;
    }

    /**
     * Prepares the response for a message whose bytes are lost. Each requested body value is empty and has
     * {@code isTruncated} and {@code isEncodingProblem}. This combination shows that the bytes are lost, because a body
     * value that was read never has it. Header fields that are not in the summary are missing.
     */
    public EmailContent withoutBytes() {
        if (root != null && body != null && requested.needValues()) {
            values = new LinkedHashMap<>();
            valued(root, body).keySet().forEach(id -> values.put(id, new BodyText("", true, true)));
        }
        return this;
    }

    private void fetchValues(Octets octets, Map<String, Part> parts) throws IOException {
        Octets bytes =
                Octets.together(octets, parts.values().stream().map(Part::body).toList());
        for (Map.Entry<String, Part> one : parts.entrySet()) {
            Part part = one.getValue();
            values.put(
                    one.getKey(),
                    BodyText.read(
                            bytes, part.body(), part.encoding(), part.type(), part.charset(), requested.longest()));
        }
    }

    private void fetchHeaders(Octets octets, Part part) throws IOException {
        Part.Section section = part.header();
        if (!headers.containsKey(section)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) section.length());
            octets.send(section.from(), section.length(), bytes);
            headers.put(section, Headers.of(bytes.toByteArray()));
        }
    }

    private static List<Part> all(Part root) {
        List<Part> all = new ArrayList<>();
        all.add(root);
        root.parts().forEach(part -> all.addAll(all(part)));
        return all;
    }

    /** Returns the parts whose body values are requested, by part id (RFC 8621 §4.2). */
    private Map<String, Part> valued(Part of, BodyParts flat) {
        List<Part> parts = new ArrayList<>();
        if (requested.values().contains(EmailProperties.Values.ALL)) {
            parts.addAll(all(of));
        }
        if (requested.values().contains(EmailProperties.Values.TEXT)) {
            parts.addAll(flat.text());
        }
        if (requested.values().contains(EmailProperties.Values.HTML)) {
            parts.addAll(flat.html());
        }
        Map<String, Part> valued = new LinkedHashMap<>();
        parts.stream()
                .filter(part -> part.id() != null && part.isOf("text/"))
                .forEach(part -> valued.put(part.id(), part));
        return valued;
    }

    /** Writes the requested properties that come from the message itself, except {@code hasAttachment}. */
    public void write(JsonWriter out) {
        for (String name : requested.names()) {
            if (EmailSummary.holds(name)) {
                summary.write(out.name(name), name);
            } else if (name.equals(EmailProperties.BODY_VALUES)) {
                writeValues(out.name(name));
            } else if (root != null && body != null) {
                write(out, name, root, body);
            }
        }
        requested.headers().forEach(header -> header.write(out, of(root)));
    }

    private void write(JsonWriter out, String name, Part of, BodyParts flat) {
        switch (name) {
            case "textBody" -> flat(out, name, flat.text());
            case "htmlBody" -> flat(out, name, flat.html());
            case "attachments" -> flat(out, name, flat.attachments());
            case EmailProperties.BODY_STRUCTURE -> requested.parts().writeTree(out.name(name), of, this::of);
            case EmailProperties.HEADERS -> HeaderProperty.writeAll(out.name(name), of(of).fields());
            default -> {} // These properties are written by the caller.
        }
    }

    private void flat(JsonWriter out, String name, List<Part> parts) {
        requested.parts().writeFlat(out.name(name), parts, this::of);
    }

    private Headers of(@Nullable Part part) {
        return Optional.ofNullable(part).map(one -> headers.get(one.header())).orElse(NONE);
    }

    private void writeValues(JsonWriter out) {
        out.beginObject();
        values.forEach((id, text) -> {
            out.name(id).beginObject().stringMember("value", text.value());
            out.name("isEncodingProblem").bool(text.encodingProblem());
            out.name("isTruncated").bool(text.truncated()).end();
        });
        out.end();
    }
}
