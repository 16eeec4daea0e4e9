package svc.mime.write;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.mime.Octets;
import svc.mime.write.MessageDraft.Field;

/** Chooses the encoding, boundary and header fields of each part before the first byte is written. */
final class EncodingPlanner {

    private final Supplier<String> random;
    /** The boundaries of the enclosing multiparts. */
    private final List<String> enclosing = new ArrayList<>();

    EncodingPlanner(Supplier<String> random) {
        this.random = random;
    }

    /** Thrown when a part contains the boundary of an enclosing multipart, so that new boundaries must be generated. */
    private static final class Occurs extends IOException {
        private static final long serialVersionUID = 1;
    }

    PlannedPart of(MessageDraft.Node root) throws IOException {
        while (true) {
            try {
                enclosing.clear();
                return node(root);
            } catch (Occurs e) {
                // the loop tries again with new boundaries
            }
        }
    }

    private PlannedPart node(MessageDraft.Node node) throws IOException {
        if (node instanceof MessageDraft.Node.Multipart multipart) {
            return multipart(multipart);
        }
        if (node instanceof MessageDraft.Node.Text text) {
            byte[] bytes = lines(text.text()).getBytes(StandardCharsets.UTF_8);
            return leaf(text.traits(), "utf-8", text.fields(), Octets.of(bytes), bytes.length);
        }
        MessageDraft.Node.Stored stored = (MessageDraft.Node.Stored) node;
        return leaf(stored.traits(), stored.traits().charset(), stored.fields(), stored.octets(), stored.size());
    }

    private PlannedPart multipart(MessageDraft.Node.Multipart node) throws IOException {
        String boundary = random.get();
        enclosing.add(boundary);
        List<PlannedPart> parts = new ArrayList<>();
        WrittenEncoding encoding = WrittenEncoding.SEVEN_BIT;
        for (MessageDraft.Node child : node.parts()) {
            PlannedPart part = node(child);
            parts.add(part);
            WrittenEncoding needed = part.encoding().enclosingEncoding();
            encoding = needed.compareTo(encoding) > 0 ? needed : encoding;
        }
        enclosing.remove(enclosing.size() - 1);
        Map<String, String> parameters = new LinkedHashMap<>();
        if (node.traits().type().equals("multipart/related") && !node.parts().isEmpty()) {
            parameters.put("type", node.parts().get(0).traits().type());
        }
        parameters.putAll(node.traits().parameters());
        parameters.put("boundary", boundary);
        List<Field> fields = fields(node.traits(), parameters, encoding, node.fields());
        return new PlannedPart.Multipart(fields, encoding, boundary, parts);
    }

    private PlannedPart leaf(
            MessageDraft.Traits traits, @Nullable String charset, List<Field> given, Octets octets, long size)
            throws IOException {
        ContentAnalysis survey = new ContentAnalysis(enclosing);
        octets.send(0, size, survey);
        survey.close();
        WrittenEncoding encoding = encoding(traits.type(), survey);
        if (encoding.compareTo(WrittenEncoding.SEVEN_BIT) >= 0
                && !survey.found().isEmpty()) {
            throw new Occurs();
        }
        Map<String, String> parameters = new LinkedHashMap<>(traits.parameters());
        if (charset != null) {
            parameters.put("charset", charset);
        }
        return new PlannedPart.Leaf(fields(traits, parameters, encoding, given), encoding, octets, size);
    }

    private static List<Field> fields(
            MessageDraft.Traits traits, Map<String, String> parameters, WrittenEncoding encoding, List<Field> given) {
        if (traits.name() != null && traits.disposition() == null) {
            parameters.put("name", traits.name());
        }
        List<Field> fields = new ArrayList<>();
        fields.add(ParameterWriter.field("Content-Type", traits.type(), parameters));
        if (encoding != WrittenEncoding.SEVEN_BIT) {
            fields.add(raw("Content-Transfer-Encoding", encoding.text()));
        }
        traits(traits, fields);
        fields.removeIf(field -> !field.name().equals("Content-Type") && has(given, field.name()));
        others(given, fields);
        return fields;
    }

    private static WrittenEncoding encoding(String type, ContentAnalysis survey) {
        if (type.startsWith("message/")) {
            return survey.plain();
        }
        return type.startsWith("text/") ? survey.text() : WrittenEncoding.BASE64;
    }

    private static void traits(MessageDraft.Traits traits, List<Field> fields) {
        if (traits.disposition() != null) {
            Map<String, String> parameters = traits.name() == null ? Map.of() : Map.of("filename", traits.name());
            fields.add(ParameterWriter.field("Content-Disposition", traits.disposition(), parameters));
        }
        if (traits.cid() != null) {
            fields.add(new Field("Content-ID", new MessageDraft.Value.MessageIds(List.of(traits.cid()))));
        }
        if (traits.language() != null && !traits.language().isEmpty()) {
            fields.add(raw("Content-Language", String.join(", ", traits.language())));
        }
        if (traits.location() != null) {
            fields.add(raw("Content-Location", traits.location()));
        }
    }

    private static void others(List<Field> given, List<Field> fields) {
        for (Field field : given) {
            String name = field.name();
            if (!name.equalsIgnoreCase("Content-Type") && !name.equalsIgnoreCase("Content-Transfer-Encoding")) {
                fields.add(field);
            }
        }
    }

    private static boolean has(List<Field> fields, String name) {
        return fields.stream().anyMatch(field -> field.name().equalsIgnoreCase(name));
    }

    private static Field raw(String name, String value) {
        return new Field(name, new MessageDraft.Value.Raw(' ' + value));
    }

    /** Returns the text with CRLF line breaks. */
    private static String lines(String text) {
        return text.replace("\r\n", "\n").replace('\r', '\n').replace("\n", "\r\n");
    }
}
