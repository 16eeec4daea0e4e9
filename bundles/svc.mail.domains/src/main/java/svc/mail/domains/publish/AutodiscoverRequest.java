package svc.mail.domains.publish;

import java.io.ByteArrayInputStream;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * A request in the format of Autodiscover.
 *
 * @param address the address for which the client wants the settings
 * @param schema the schema of the response that the client understands
 */
record AutodiscoverRequest(String address, String schema) {

    private static final String NAMESPACE =
            "http://schemas.microsoft.com/exchange/autodiscover/outlook/requestschema/2006";
    private static final int ADDRESS_DEPTH = 3;
    private static final int DEEPEST = 8;
    private static final int LONGEST = 320;

    /** Reads a request, without document types and external entities. Empty if it is not a valid request. */
    static Optional<AutodiscoverRequest> read(byte[] body) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try {
            return new Reader(factory.createXMLStreamReader(new ByteArrayInputStream(body))).request();
        } catch (XMLStreamException e) {
            return Optional.empty();
        }
    }

    /** Reads one request. */
    private static final class Reader {

        private final XMLStreamReader xml;
        private @Nullable String address;
        private @Nullable String schema;

        Reader(XMLStreamReader xml) {
            this.xml = xml;
        }

        Optional<AutodiscoverRequest> request() throws XMLStreamException {
            int depth = 0;
            String element = "";
            while (xml.hasNext()) {
                switch (xml.next()) {
                    case XMLStreamConstants.DTD -> throw new XMLStreamException("a document type is not allowed");
                    case XMLStreamConstants.START_ELEMENT -> {
                        element = ++depth == ADDRESS_DEPTH ? xml.getLocalName() : "";
                        if (depth > DEEPEST || !NAMESPACE.equals(xml.getNamespaceURI())) {
                            throw new XMLStreamException("an element is not allowed");
                        }
                    }
                    case XMLStreamConstants.END_ELEMENT -> {
                        depth--;
                        element = "";
                    }
                    case XMLStreamConstants.CHARACTERS ->
                        value(element, xml.getText().strip());
                    default -> {}
                }
            }
            return address == null || schema == null || address.length() > LONGEST
                    ? Optional.empty()
                    : Optional.of(new AutodiscoverRequest(address, schema));
        }

        private void value(String element, String text) throws XMLStreamException {
            if (element.equals("EMailAddress") && address == null) {
                address = text;
            } else if (element.equals("AcceptableResponseSchema") && schema == null) {
                schema = text;
            } else if (element.equals("EMailAddress") || element.equals("AcceptableResponseSchema")) {
                throw new XMLStreamException("an element is repeated");
            }
        }
    }
}
