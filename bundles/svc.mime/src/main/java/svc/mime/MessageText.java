package svc.mime;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/**
 * The searchable text of a message.
 *
 * @param body the text of the text parts; HTML is converted to text
 * @param attachments the file names of the attachments
 */
public record MessageText(String body, List<String> attachments) {

    /**
     * If a plain text is shorter than this, it may contain only a reference to the HTML version. Therefore the text of
     * the HTML version is added.
     */
    private static final int SHORT = 300;

    private static final Set<String> UNSEEN =
            Set.of("head", "script", "style", "title", "template", "noscript", "object", "svg");

    /** Returns the text of a message that was read with {@link ReadOptions#text} above 0. */
    public static MessageText of(Message message) {
        BodyParts body = BodyParts.of(message.root());
        Set<Part> parts = new LinkedHashSet<>(body.text());
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> append(message, part, text));
        if (text.length() < SHORT) {
            body.html().stream().filter(parts::add).forEach(part -> append(message, part, text));
        }
        List<String> names = body.attachments().stream()
                .map(Part::name)
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .toList();
        return new MessageText(text.toString().strip(), names);
    }

    private static void append(Message message, Part part, StringBuilder out) {
        out.append(text(message, part)).append('\n');
    }

    /** Returns the kept text of a text part; empty for other parts. */
    static String text(Message message, Part part) {
        String id = part.id();
        byte[] kept = id == null ? null : message.texts().get(id);
        if (kept == null) {
            return "";
        }
        String text = BodyText.of(kept, part.charset(), part.encoding(), false).value();
        return part.type().equals("text/html") ? ofHtml(text) : text;
    }

    /** Converts HTML to text with one line for each block. Hidden elements are left out. */
    public static String ofHtml(String html) {
        StringBuilder out = new StringBuilder(html.length() / 4 + 16);
        Jsoup.parse(html).filter(new NodeFilter() {
            @Override
            public FilterResult head(Node node, int depth) {
                if (node instanceof TextNode text) {
                    words(text.getWholeText(), out);
                } else if (node instanceof Element element) {
                    if (UNSEEN.contains(element.normalName()) || element.hasAttr("hidden")) {
                        return FilterResult.SKIP_ENTIRELY;
                    }
                    newline(element, out);
                }
                return FilterResult.CONTINUE;
            }

            @Override
            public FilterResult tail(Node node, int depth) {
                if (node instanceof Element element) {
                    newline(element, out);
                }
                return FilterResult.CONTINUE;
            }
        });
        return out.toString().strip();
    }

    private static void newline(Element element, StringBuilder out) {
        boolean tableCell =
                element.normalName().equals("td") || element.normalName().equals("th");
        if (tableCell) {
            space(out);
        } else if ((element.isBlock() || element.normalName().equals("br"))
                && out.length() > 0
                && out.charAt(out.length() - 1) != '\n') {
            out.append('\n');
        }
    }

    private static void words(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\u00A0' || c <= ' ') {
                space(out);
            } else {
                out.append(c);
            }
        }
    }

    private static void space(StringBuilder out) {
        int length = out.length();
        if (length > 0 && out.charAt(length - 1) != ' ' && out.charAt(length - 1) != '\n') {
            out.append(' ');
        }
    }
}
