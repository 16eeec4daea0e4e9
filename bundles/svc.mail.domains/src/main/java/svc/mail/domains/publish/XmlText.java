package svc.mail.domains.publish;

import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes an XML document as text. */
final class XmlText {

    private final StringWriter text = new StringWriter();
    private final XMLStreamWriter xml;

    /** Writes the content of a document. */
    @FunctionalInterface
    interface Content {
        void write(XmlText xml) throws XMLStreamException;
    }

    private XmlText() throws XMLStreamException {
        xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
    }

    static String of(Content content) {
        try {
            XmlText written = new XmlText();
            written.xml.writeStartDocument("utf-8", "1.0");
            content.write(written);
            written.xml.writeEndDocument();
            written.xml.close();
            return written.text.append('\n').toString();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("text in memory can always be written", e);
        }
    }

    /** Begins an element with attributes: names and values in turn. */
    XmlText begin(String name, String... attributes) throws XMLStreamException {
        xml.writeStartElement(name);
        for (int i = 0; i < attributes.length; i += 2) {
            xml.writeAttribute(attributes[i], attributes[i + 1]);
        }
        return this;
    }

    XmlText namespace(String uri) throws XMLStreamException {
        xml.writeDefaultNamespace(uri);
        return this;
    }

    XmlText end() throws XMLStreamException {
        xml.writeEndElement();
        return this;
    }

    /** Writes an element with text, and attributes as {@link #begin} does. */
    XmlText element(String name, String content, String... attributes) throws XMLStreamException {
        begin(name, attributes);
        xml.writeCharacters(content);
        return end();
    }
}
