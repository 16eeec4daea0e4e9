package svc.launcher.kit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Parts of a pom: its version, properties, plugin versions, and dependencies on bundles. */
final class Pom {

    private final Element project;

    private Pom(Element project) {
        this.project = project;
    }

    static Pom read(Path file) throws IOException {
        try {
            return new Pom(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getDocumentElement());
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    String version() {
        return text(project, "version");
    }

    /** Returns the properties, and each plugin's version as {@code plugin NAME}. */
    Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        for (Element properties : children(project, "properties")) {
            for (Element property : children(properties, "")) {
                values.put(property.getTagName(), property.getTextContent().strip());
            }
        }
        NodeList plugins = project.getElementsByTagName("plugin");
        for (int i = 0; i < plugins.getLength(); i++) {
            Element plugin = (Element) plugins.item(i);
            if (!text(plugin, "version").isEmpty()) {
                values.put("plugin " + text(plugin, "artifactId"), text(plugin, "version"));
            }
        }
        return values;
    }

    /** Returns the bundles of this project that dependents need, too. */
    List<String> bundles() {
        List<String> bundles = new ArrayList<>();
        for (Element dependencies : children(project, "dependencies")) {
            for (Element dependency : children(dependencies, "dependency")) {
                String scope = text(dependency, "scope");
                if (text(dependency, "groupId").equals("svc") && (scope.isEmpty() || scope.equals("compile"))) {
                    bundles.add(text(dependency, "artifactId"));
                }
            }
        }
        return bundles;
    }

    private static String text(Element parent, String name) {
        List<Element> found = children(parent, name);
        return found.isEmpty() ? "" : found.get(0).getTextContent().strip();
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element
                    && (name.isEmpty() || element.getTagName().equals(name))) {
                found.add(element);
            }
        }
        return found;
    }
}
