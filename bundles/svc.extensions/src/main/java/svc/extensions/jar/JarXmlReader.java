package svc.extensions.jar;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads untrusted XML files of a jar. */
final class JarXmlReader {

    private static final int LARGEST = 4 << 20;

    private JarXmlReader() {}

    /** Parses a file. The message of a {@link SAXException} is the reason, in the form of a clause. */
    static Element read(ZipFile zip, ZipEntry entry) throws IOException, SAXException {
        byte[] text;
        try (InputStream in = zip.getInputStream(entry)) {
            text = in.readNBytes(LARGEST + 1);
        }
        if (text.length > LARGEST) {
            throw new SAXException("it is larger than 4 MiB");
        }
        try {
            Document document = parser().parse(new ByteArrayInputStream(text));
            return document.getDocumentElement();
        } catch (SAXParseException e) {
            throw new SAXException("line " + e.getLineNumber() + " is not well-formed XML", e);
        } catch (SAXException e) {
            throw new SAXException("it is not well-formed XML", e);
        }
    }

    /** Returns the elements of this name in any namespace below an element. */
    static List<Element> below(Element parent, String name) {
        NodeList found = parent.getElementsByTagNameNS("*", name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    private static DocumentBuilder parser() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            // Document types are rejected, because they could refer to files of this machine.
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder parser = factory.newDocumentBuilder();
            // The default error handler writes to the error stream.
            parser.setErrorHandler(new DefaultHandler());
            return parser;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the XML parser of the JDK has these features", e);
        }
    }
}
