package svc.extensions;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads XML of a jar that nobody has looked at yet. */
final class XmlEntry {

    private static final int LARGEST = 4 << 20;

    private XmlEntry() {}

    /** It cannot be read; the message says what is wrong with it, as the second part of a sentence. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        private Unreadable(String what) {
            super(what);
        }

        String what() {
            return String.valueOf(getMessage());
        }
    }

    /** Tells a handler what is in it. */
    static void read(ZipFile zip, ZipEntry entry, DefaultHandler handler) throws IOException, Unreadable {
        byte[] text;
        try (InputStream in = zip.getInputStream(entry)) {
            text = in.readNBytes(LARGEST + 1);
        }
        if (text.length > LARGEST) {
            throw new Unreadable("it is larger than 4 MiB");
        }
        try {
            parser().parse(new ByteArrayInputStream(text), handler);
        } catch (SAXParseException e) {
            throw new Unreadable("line " + e.getLineNumber() + " is not well-formed XML");
        } catch (SAXException e) {
            throw new Unreadable("it is not well-formed XML");
        }
    }

    private static SAXParser parser() throws SAXException {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            // A document type could name files of this machine.
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newSAXParser();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the XML parser of the JDK has these features", e);
        }
    }
}
