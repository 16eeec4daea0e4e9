package svc.cap.mail.search;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.BlobUnavailableException;
import svc.api.search.SearchDocument.Text;
import svc.api.search.TextsUnavailableException;
import svc.mime.BodyText;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.MessageText;
import svc.mime.Octets;
import svc.mime.Part;

/** Extracts the searchable texts of one message: header fields, file names and the text of its parts. */
final class SearchableTexts {

    /** Maximum amount of body text of a message, in octets of UTF-8. */
    private static final int MOST_TEXT = 262_144;

    private static final String TEXT = "text/";

    private static final Logger LOG = LoggerFactory.getLogger(SearchableTexts.class);

    private SearchableTexts() {}

    /**
     * Returns all texts that can be read. Damaged texts are left out.
     *
     * @throws TextsUnavailableException the message cannot be read now
     */
    static List<Text> of(StoredBlob stored, Part root) {
        List<Text> texts = new ArrayList<>();
        try {
            List<Part> leaves = leaves(root, new ArrayList<>());
            Octets bytes = Octets.together(stored::send, read(root, leaves));
            ByteArrayOutputStream header = new ByteArrayOutputStream();
            bytes.send(root.header().from(), root.header().length(), header);
            headers(Headers.of(header.toByteArray()), texts);
            parts(bytes, leaves, texts);
        } catch (BlobUnavailableException e) {
            throw new TextsUnavailableException("Messages cannot be read now", e);
        } catch (IOException e) {
            LOG.warn("Message {}: some of its text cannot be indexed", stored.id(), e);
        }
        return texts;
    }

    private static void headers(Headers headers, List<Text> texts) {
        for (HeaderField field : headers.fields()) {
            String name = field.name().toLowerCase(Locale.ROOT);
            String own = EmailSearchSource.FIELDS_OF_HEADERS.get(name);
            if (own == null) {
                texts.add(new Text(EmailSearchSource.HEADER, name, field.text()));
            } else {
                texts.add(new Text(EmailSearchSource.HEADER, name, ""));
                texts.add(new Text(own, field.text()));
            }
        }
    }

    private static List<Part.Section> read(Part root, List<Part> leaves) {
        return Stream.concat(
                        Stream.of(root.header()),
                        leaves.stream().filter(leaf -> leaf.isOf(TEXT)).map(Part::body))
                .toList();
    }

    private static void parts(Octets bytes, List<Part> leaves, List<Text> texts) throws IOException {
        int remaining = MOST_TEXT;
        for (Part leaf : leaves) {
            if (leaf.name() != null) {
                texts.add(new Text(EmailSearchSource.ATTACHMENT, leaf.name()));
            }
            if (leaf.isOf(TEXT) && remaining > 0) {
                String text = text(bytes, leaf, remaining);
                remaining -= text.length();
                texts.add(new Text(EmailSearchSource.BODY, text));
            }
        }
    }

    /** Returns all parts that are not multiparts, also those of enclosed messages. */
    private static List<Part> leaves(Part part, List<Part> leaves) {
        if (part.isMultipart()) {
            part.parts().forEach(child -> leaves(child, leaves));
        } else {
            leaves.add(part);
        }
        if (part.enclosed() != null) {
            leaves(part.enclosed(), leaves);
        }
        return leaves;
    }

    private static String text(Octets bytes, Part leaf, int max) throws IOException {
        String value = BodyText.read(bytes, leaf.body(), leaf.encoding(), leaf.type(), leaf.charset(), max)
                .value();
        return leaf.type().equals("text/html") ? MessageText.ofHtml(value) : value;
    }
}
