package svc.launcher.config.keys;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a metatype document that declare keys. The parser reads no document type and no external entity.
 *
 * @param classes the attributes by the id of their object class
 * @param designates the object class of each PID; only PIDs of a single configuration
 */
record MetatypeXml(Map<String, List<Attribute>> classes, Map<String, String> designates) {

    /** One {@code AD} element: its XML attributes, and the values of its {@code Option} elements. */
    record Attribute(Map<String, String> xml, List<String> options) {}

    static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    static MetatypeXml read(XMLInputFactory factory, InputStream in) throws XMLStreamException {
        XMLStreamReader reader = factory.createXMLStreamReader(in);
        try {
            return new Collector().read(reader);
        } finally {
            reader.close();
        }
    }

    /** The state of the parser. */
    private static final class Collector {
        private final MetatypeXml document = new MetatypeXml(new LinkedHashMap<>(), new LinkedHashMap<>());
        private List<Attribute> attributes = new ArrayList<>();
        private List<String> options = new ArrayList<>();
        private final Set<String> factories = new HashSet<>();
        private @Nullable String pid;

        MetatypeXml read(XMLStreamReader reader) throws XMLStreamException {
            boolean root = true;
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT) {
                    if (root && !reader.getLocalName().equals("MetaData")) {
                        throw new XMLStreamException("it does not begin with a MetaData element");
                    }
                    root = false;
                    element(reader.getLocalName(), attributes(reader));
                }
            }
            describeByName();
            return document;
        }

        /** Assigns an object class without a designate to the PID that equals its id. */
        private void describeByName() {
            for (String id : document.classes().keySet()) {
                if (id.startsWith(KeyReader.PREFIX)
                        && !factories.contains(id)
                        && !document.designates().containsValue(id)) {
                    document.designates().putIfAbsent(id, id);
                }
            }
        }

        private void element(String name, Map<String, String> xml) throws XMLStreamException {
            switch (name) {
                case "OCD" -> {
                    attributes = new ArrayList<>();
                    document.classes().put(needed(xml, "id", name), attributes);
                }
                case "AD" -> {
                    options = new ArrayList<>();
                    attributes.add(new Attribute(xml, options));
                }
                case "Option" -> options.add(needed(xml, "value", name));
                case "Designate" -> pid = xml.containsKey("factoryPid") ? null : xml.get("pid");
                case "Object" -> object(needed(xml, "ocdref", name));
                default -> {
                    // All other elements, such as icons and extensions of the format, are ignored because they declare
                    // no keys.
                }
            }
        }

        private void object(String reference) {
            if (pid == null) {
                factories.add(reference);
            } else {
                document.designates().put(pid, reference);
            }
        }

        private static String needed(Map<String, String> xml, String attribute, String element)
                throws XMLStreamException {
            String value = xml.get(attribute);
            if (value == null) {
                throw new XMLStreamException("an element " + element + " has no attribute " + attribute);
            }
            return value;
        }

        private static Map<String, String> attributes(XMLStreamReader reader) {
            Map<String, String> xml = new LinkedHashMap<>();
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                xml.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            }
            return xml;
        }
    }
}
