package svc.extensions.jar;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;
import svc.extensions.status.RefusedException;

/**
 * Reads the metatype files of a jar, which declare its configuration keys. Refuses a jar with unreadable metatype
 * files, because its keys could not be checked.
 */
public final class MetatypeFiles {

    private static final String PLACE = "OSGI-INF/metatype/";
    private static final String PREFIX = "svc.";

    private MetatypeFiles() {}

    /** Returns the keys that the jar declares, as {@code table.key}. */
    static Set<String> keys(ZipFile zip) throws IOException, RefusedException {
        return declared(zip).stream()
                .filter(Key::isInFile)
                .map(key -> key.table() + "." + key.name())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns a line for every key that the jar declares, with the way to set it. */
    public static List<String> settings(ZipFile zip) throws IOException, RefusedException {
        return declared(zip).stream().map(Key::setting).distinct().sorted().toList();
    }

    private static List<Key> declared(ZipFile zip) throws IOException, RefusedException {
        List<? extends ZipEntry> files = zip.stream()
                .filter(entry ->
                        entry.getName().startsWith(PLACE) && entry.getName().endsWith(".xml"))
                .toList();
        List<Key> keys = new ArrayList<>();
        for (ZipEntry entry : files) {
            try {
                keys.addAll(declared(JarXmlReader.read(zip, entry)));
            } catch (SAXException e) {
                throw new RefusedException(
                        "Its description of configuration keys, " + entry.getName() + ", cannot be used: "
                                + e.getMessage() + ".",
                        "Ask its author for a version with a sound metatype file.");
            }
        }
        return keys;
    }

    private static List<Key> declared(Element root) throws SAXException {
        if (!"MetaData".equals(root.getLocalName())
                && JarXmlReader.below(root, "MetaData").isEmpty()) {
            throw new SAXException("its root element is not MetaData");
        }
        Map<String, List<String>> keysOfClass = new HashMap<>();
        for (Element description : JarXmlReader.below(root, "OCD")) {
            keysOfClass.put(
                    description.getAttribute("id"),
                    JarXmlReader.below(description, "AD").stream()
                            .map(key -> key.getAttribute("id").replace('.', '_'))
                            .toList());
        }
        List<Key> keys = new ArrayList<>();
        for (Element designate : JarXmlReader.below(root, "Designate")) {
            for (Element object : JarXmlReader.below(designate, "Object")) {
                List<String> names = keysOfClass.get(object.getAttribute("ocdref"));
                if (names == null) {
                    throw new SAXException(
                            "it refers to \"" + object.getAttribute("ocdref") + "\", which it does not describe");
                }
                names.forEach(name -> keys.add(new Key(designate.getAttribute("pid"), name)));
            }
        }
        return keys;
    }

    private record Key(String pid, String name) {

        /**
         * Returns whether the PID has a table in the configuration file. Only a PID that begins with {@code svc.} has
         * one.
         */
        private boolean isInFile() {
            return pid.startsWith(PREFIX);
        }

        private String table() {
            return pid.substring(PREFIX.length());
        }

        private String setting() {
            return isInFile()
                    ? name + " of [" + table() + "]: set in svc.toml; svc config explain " + table() + "." + name
                            + " tells its value"
                    : name + " of " + pid + ": keeps its default; only keys of a PID that begins with " + PREFIX
                            + " can be set in svc.toml";
        }
    }
}
