package svc.mime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a message that are its body, and those that are its attachments (RFC 8621 §4.1.4).
 *
 * @param text the parts to display as plain text ({@code textBody})
 * @param html the parts to display as HTML ({@code htmlBody})
 * @param attachments all other parts
 * @param hasAttachment whether the message has an attachment that a client should offer for download
 *     ({@code hasAttachment})
 */
public record BodyParts(List<Part> text, List<Part> html, List<Part> attachments, boolean hasAttachment) {

    /** Returns the body and attachment parts of a body structure. */
    public static BodyParts of(Part root) {
        List<Part> text = new ArrayList<>();
        List<Part> html = new ArrayList<>();
        List<Part> attachments = new ArrayList<>();
        new Walk(attachments).parts(List.of(root), "mixed", false, html, text);
        boolean anyAttachment = attachments.stream().anyMatch(part -> !"inline".equals(part.disposition()));
        return new BodyParts(List.copyOf(text), List.copyOf(html), List.copyOf(attachments), anyAttachment);
    }

    private static boolean isMedia(Part part) {
        return part.isOf("image/") || part.isOf("audio/") || part.isOf("video/");
    }

    /**
     * The algorithm that RFC 8621 §4.1.4 suggests. Inside a multipart/alternative, the list {@code html} is null for
     * the parts of the plain-text version, and the list {@code text} is null for the parts of the HTML version.
     */
    private record Walk(List<Part> attachments) {

        void parts(
                List<Part> parts,
                String multipart,
                boolean alternative,
                @Nullable List<Part> html,
                @Nullable List<Part> text) {
            @Nullable List<Part> toHtml = html;
            @Nullable List<Part> toText = text;
            int texts = text == null ? -1 : text.size();
            int htmls = html == null ? -1 : html.size();
            for (int i = 0; i < parts.size(); i++) {
                Part part = parts.get(i);
                if (part.isMultipart()) {
                    String subtype = part.type().substring("multipart/".length());
                    parts(part.parts(), subtype, alternative || subtype.equals("alternative"), toHtml, toText);
                } else if (!isInline(part, i, multipart)) {
                    attachments.add(part);
                } else if (multipart.equals("alternative")) {
                    choose(part, toHtml, toText);
                } else {
                    toHtml = alternative && part.type().equals("text/plain") ? null : toHtml;
                    toText = alternative && part.type().equals("text/html") ? null : toText;
                    show(part, toHtml, toText);
                }
            }
            if (multipart.equals("alternative") && toText != null && toHtml != null) {
                complete(toText, texts, toHtml, htmls);
            }
        }

        private static boolean isInline(Part part, int index, String multipart) {
            boolean displayable =
                    part.type().equals("text/plain") || part.type().equals("text/html") || isMedia(part);
            boolean inBody = index == 0 || (!multipart.equals("related") && (isMedia(part) || part.name() == null));
            return !"attachment".equals(part.disposition()) && displayable && inBody;
        }

        private void choose(Part part, @Nullable List<Part> html, @Nullable List<Part> text) {
            List<Part> list =
                    part.type().equals("text/plain") ? text : part.type().equals("text/html") ? html : attachments;
            // If the list of this kind of text is null, the part belongs to neither body, so it is an attachment.
            (list == null ? attachments : list).add(part);
        }

        private void show(Part part, @Nullable List<Part> html, @Nullable List<Part> text) {
            if (text != null) {
                text.add(part);
            }
            if (html != null) {
                html.add(part);
            }
            if ((text == null || html == null) && isMedia(part)) {
                attachments.add(part);
            }
        }

        /** If a multipart/alternative has only one kind of text, that kind is used for both bodies. */
        private static void complete(List<Part> text, int texts, List<Part> html, int htmls) {
            if (texts == text.size() && htmls != html.size()) {
                text.addAll(html.subList(Math.max(0, htmls), html.size()));
            } else if (htmls == html.size() && texts != text.size()) {
                html.addAll(text.subList(Math.max(0, texts), text.size()));
            }
        }
    }
}
