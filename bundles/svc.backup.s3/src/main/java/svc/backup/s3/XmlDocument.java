package svc.backup.s3;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * An XML response, which has three levels: the root, its children, and the values in a child.
 *
 * @param root the name of the root
 * @param values the texts of the children
 * @param rows the children with children, in their order
 */
record XmlDocument(String root, Map<String, String> values, List<Row> rows) {

    private static final int DEEPEST = 10;
    private static final int CHILD = 2;

    /**
     * A child of the root.
     *
     * @param name its name
     * @param values the texts of the elements in it, at any depth
     */
    record Row(String name, Map<String, String> values) {

        /** Returns the text of an element; an empty one if there is none. */
        String get(String element) {
            return values.getOrDefault(element, "");
        }
    }

    /** Returns the text of a child; an empty one if there is none. */
    String get(String child) {
        return values.getOrDefault(child, "");
    }

    /** Reads a document without document types. */
    static XmlDocument read(InputStream in) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            return document(factory.createXMLStreamReader(in));
        } catch (XMLStreamException e) {
            throw new IOException("The response is not whole XML", e); // The connection may have ended early.
        }
    }

    private static S3Exception malformed() {
        return new S3Exception(
                "The response of the object storage is not the XML of S3. Check endpoint in [backup.s3].");
    }

    private static XmlDocument document(XMLStreamReader xml) throws XMLStreamException, S3Exception {
        String root = "";
        Map<String, String> values = new HashMap<>();
        List<Row> rows = new ArrayList<>();
        Map<String, String> row = new HashMap<>();
        StringBuilder text = new StringBuilder();
        int depth = 0;
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (++depth > DEEPEST) {
                        throw malformed();
                    }
                    root = depth == 1 ? xml.getLocalName() : root;
                    text.setLength(0);
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(xml.getText());
                case XMLStreamConstants.END_ELEMENT -> {
                    if (depth > CHILD) {
                        row.put(xml.getLocalName(), text.toString());
                    } else if (depth == CHILD && row.isEmpty()) {
                        values.put(xml.getLocalName(), text.toString());
                    } else if (depth == CHILD) {
                        rows.add(new Row(xml.getLocalName(), row));
                        row = new HashMap<>();
                    }
                    text.setLength(0);
                    depth--;
                }
                default -> {}
            }
        }
        return new XmlDocument(root, values, rows);
    }
}
