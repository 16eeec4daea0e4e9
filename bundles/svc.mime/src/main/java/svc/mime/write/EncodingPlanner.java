package svc.mime;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides how each part is written before the first byte is: encodings, boundaries, fields. */
final class Plan {

    private final Supplier<String> random;
    /** The boundaries of the parts that the one in question is in. */
    private final List<String> around = new ArrayList<>();

    Plan(Supplier<String> random) {
        this.random = random;
    }

    /** A boundary was found in what it should delimit: as unlikely as it is, another one has to be taken. */
    private static final class Occurs extends IOException {
        private static final long serialVersionUID = 1;
    }

    Planned of(Draft.Node root) throws IOException {
        while (true) {
            try {
                around.clear();
                return node(root);
            } catch (Occurs e) {
                // the next round draws other ones
            }
        }
    }

    private Planned node(Draft.Node node) throws IOException {
        if (node instanceof Draft.Node.Multipart multipart) {
            return multipart(multipart);
        }
        if (node instanceof Draft.Node.Text text) {
            byte[] bytes = lines(text.text()).getBytes(StandardCharsets.UTF_8);
            return leaf(text.traits(), "utf-8", text.fields(), Octets.of(bytes), bytes.length);
        }
        Draft.Node.Stored stored = (Draft.Node.Stored) node;
        return leaf(stored.traits(), stored.traits().charset(), stored.fields(), stored.octets(), stored.size());
    }

    private Planned multipart(Draft.Node.Multipart node) throws IOException {
        String boundary = random.get();
        around.add(boundary);
        List<Planned> parts = new ArrayList<>();
        WrittenEncoding encoding = WrittenEncoding.SEVEN_BIT;
        for (Draft.Node child : node.parts()) {
            Planned part = node(child);
            parts.add(part);
            WrittenEncoding needed = part.encoding().around();
            encoding = needed.compareTo(encoding) > 0 ? needed : encoding;
        }
        around.remove(around.size() - 1);
        Map<String, String> parameters = new LinkedHashMap<>();
        if (node.traits().type().equals("multipart/related") && !node.parts().isEmpty()) {
            parameters.put("type", node.parts().get(0).traits().type());
        }
        parameters.putAll(node.traits().parameters());
        parameters.put("boundary", boundary);
        List<Draft.Field> fields = fields(node.traits(), parameters, encoding, node.fields());
        return new Planned.Multipart(fields, encoding, boundary, parts);
    }

    private Planned leaf(
            Draft.Traits traits, @Nullable String charset, List<Draft.Field> given, Octets octets, long size)
            throws IOException {
        Survey survey = new Survey(around);
        octets.send(0, size, survey);
        survey.close();
        WrittenEncoding encoding = encoding(traits.type(), survey);
        if (encoding.compareTo(WrittenEncoding.SEVEN_BIT) >= 0 && !survey.held().isEmpty()) {
            throw new Occurs();
        }
        Map<String, String> parameters = new LinkedHashMap<>(traits.parameters());
        if (charset != null) {
            parameters.put("charset", charset);
        }
        return new Planned.Leaf(fields(traits, parameters, encoding, given), encoding, octets, size);
    }

    private static List<Draft.Field> fields(
            Draft.Traits traits, Map<String, String> parameters, WrittenEncoding encoding, List<Draft.Field> given) {
        if (traits.name() != null && traits.disposition() == null) {
            parameters.put("name", traits.name());
        }
        List<Draft.Field> fields = new ArrayList<>();
        fields.add(ParameterWriter.field("Content-Type", traits.type(), parameters));
        if (encoding != WrittenEncoding.SEVEN_BIT) {
            fields.add(raw("Content-Transfer-Encoding", encoding.text()));
        }
        traits(traits, fields);
        fields.removeIf(field -> !field.name().equals("Content-Type") && has(given, field.name()));
        others(given, fields);
        return fields;
    }

    private static WrittenEncoding encoding(String type, Survey survey) {
        if (type.startsWith("message/")) {
            return survey.plain();
        }
        return type.startsWith("text/") ? survey.text() : WrittenEncoding.BASE64;
    }

    private static void traits(Draft.Traits traits, List<Draft.Field> fields) {
        if (traits.disposition() != null) {
            Map<String, String> parameters = traits.name() == null ? Map.of() : Map.of("filename", traits.name());
            fields.add(ParameterWriter.field("Content-Disposition", traits.disposition(), parameters));
        }
        if (traits.cid() != null) {
            fields.add(new Draft.Field("Content-ID", new Draft.Value.MessageIds(List.of(traits.cid()))));
        }
        if (traits.language() != null && !traits.language().isEmpty()) {
            fields.add(raw("Content-Language", String.join(", ", traits.language())));
        }
        if (traits.location() != null) {
            fields.add(raw("Content-Location", traits.location()));
        }
    }

    private static void others(List<Draft.Field> given, List<Draft.Field> fields) {
        for (Draft.Field field : given) {
            String name = field.name();
            if (!name.equalsIgnoreCase("Content-Type") && !name.equalsIgnoreCase("Content-Transfer-Encoding")) {
                fields.add(field);
            }
        }
    }

    private static boolean has(List<Draft.Field> fields, String name) {
        return fields.stream().anyMatch(field -> field.name().equalsIgnoreCase(name));
    }

    private static Draft.Field raw(String name, String value) {
        return new Draft.Field(name, new Draft.Value.Raw(' ' + value));
    }

    /** A text with CRLF at the end of its lines. */
    private static String lines(String text) {
        return text.replace("\r\n", "\n").replace('\r', '\n').replace("\n", "\r\n");
    }
}
