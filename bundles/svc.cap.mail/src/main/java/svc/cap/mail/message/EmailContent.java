package svc.cap.mail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonSink;
import svc.mime.BodyParts;
import svc.mime.BodyText;
import svc.mime.Headers;
import svc.mime.Octets;
import svc.mime.Part;

/**
 * What a message says, as far as a client wants to see it: fetched from its bytes by the places of its parts, then written. It knows
 * nothing of where the message lies. For one thread.
 */
final class EmailContent {

    private static final Headers NONE = Headers.of(new byte[0]);

    private final EmailProperties wanted;
    private final Summary summary;
    private final @Nullable Part root;
    private final @Nullable BodyParts body;
    private Map<Part.Section, Headers> headers = Map.of();
    private Map<String, BodyText> values = Map.of();

    /**
     * That of a message.
     *
     * @param root its structure; may be null where the client wants nothing that {@linkplain EmailProperties#needStructure needs} it
     */
    EmailContent(EmailProperties wanted, Summary summary, @Nullable Part root) {
        this.wanted = wanted;
        this.summary = summary;
        this.root = root;
        this.body = root == null ? null : BodyParts.of(root);
    }

    /** Fetches what lies in the bytes alone: no more of them is read than that. */
    EmailContent fetch(Octets octets) throws IOException {
        if (root == null || body == null) {
            return this;
        }
        headers = new HashMap<>();
        values = new LinkedHashMap<>();
        if (wanted.needHeaders()) {
            fetchHeaders(octets, root);
        }
        if (wanted.needPartHeaders()) {
            for (Part part : all(root)) {
                fetchHeaders(octets, part);
            }
        }
        if (wanted.needValues()) {
            fetchValues(octets, valued(root, body));
        }
        return this;
    }

    /**
     * The bytes are lost: what is known of the message without them stays. A text is empty, cut off and marked as damaged, which no
     * text that was read is; header fields that only the bytes have are not there.
     */
    EmailContent withoutBytes() {
        if (root != null && body != null && wanted.needValues()) {
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
                    BodyText.read(bytes, part.body(), part.encoding(), part.type(), part.charset(), wanted.longest()));
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

    /** RFC 8621 §4.2: the parts whose text is wanted, by their ids. */
    private Map<String, Part> valued(Part of, BodyParts flat) {
        List<Part> parts = new ArrayList<>();
        if (wanted.values().contains(EmailProperties.Values.ALL)) {
            parts.addAll(all(of));
        }
        if (wanted.values().contains(EmailProperties.Values.TEXT)) {
            parts.addAll(flat.text());
        }
        if (wanted.values().contains(EmailProperties.Values.HTML)) {
            parts.addAll(flat.html());
        }
        Map<String, Part> valued = new LinkedHashMap<>();
        parts.stream()
                .filter(part -> part.id() != null && part.isOf("text/"))
                .forEach(part -> valued.put(part.id(), part));
        return valued;
    }

    /** Writes the wanted properties that come from the message itself, all but {@code hasAttachment}. */
    void write(JsonSink out) {
        for (String name : wanted.names()) {
            if (Summary.holds(name)) {
                summary.write(out.name(name), name);
            } else if (name.equals(EmailProperties.BODY_VALUES)) {
                writeValues(out.name(name));
            } else if (root != null && body != null) {
                write(out, name, root, body);
            }
        }
        wanted.headers().forEach(header -> header.write(out, of(root)));
    }

    private void write(JsonSink out, String name, Part of, BodyParts flat) {
        switch (name) {
            case "textBody" -> flat(out, name, flat.text());
            case "htmlBody" -> flat(out, name, flat.html());
            case "attachments" -> flat(out, name, flat.attachments());
            case EmailProperties.BODY_STRUCTURE -> wanted.parts().writeTree(out.name(name), of, this::of);
            case EmailProperties.HEADERS -> HeaderProperty.writeAll(out.name(name), of(of).fields());
            default -> {} // where the message lies is written by whoever knows it
        }
    }

    private void flat(JsonSink out, String name, List<Part> parts) {
        wanted.parts().writeFlat(out.name(name), parts, this::of);
    }

    private Headers of(@Nullable Part part) {
        return Optional.ofNullable(part).map(one -> headers.get(one.header())).orElse(NONE);
    }

    private void writeValues(JsonSink out) {
        out.object();
        values.forEach((id, text) -> {
            out.name(id).object().member("value", text.value());
            out.name("isEncodingProblem").truth(text.encodingProblem());
            out.name("isTruncated").truth(text.truncated()).end();
        });
        out.end();
    }
}
