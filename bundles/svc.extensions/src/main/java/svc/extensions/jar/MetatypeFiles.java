package svc.extensions;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/** Whether the descriptions of a jar's configuration can be read: without them its keys cannot be checked. */
final class MetatypeFiles {

    private static final String PLACE = "OSGI-INF/metatype/";
    private static final String PREFIX = "svc.";

    private MetatypeFiles() {}

    /** The keys that the jar declares, as {@code table.key}. */
    static Set<String> keys(ZipFile zip) throws IOException, Refusal {
        Set<String> keys = new TreeSet<>();
        for (Outline outline : outlines(zip)) {
            keys.addAll(outline.keys());
        }
        return keys;
    }

    /** Every key that the jar declares, and how an operator sets it. */
    static List<String> settings(ZipFile zip) throws IOException, Refusal {
        Set<String> settings = new TreeSet<>();
        for (Outline outline : outlines(zip)) {
            settings.addAll(outline.settings());
        }
        return List.copyOf(settings);
    }

    private static List<Outline> outlines(ZipFile zip) throws IOException, Refusal {
        List<Outline> outlines = new ArrayList<>();
        List<? extends ZipEntry> files = zip.stream()
                .filter(entry ->
                        entry.getName().startsWith(PLACE) && entry.getName().endsWith(".xml"))
                .toList();
        for (ZipEntry entry : files) {
            outlines.add(read(zip, entry));
        }
        return outlines;
    }

    private static Outline read(ZipFile zip, ZipEntry entry) throws IOException, Refusal {
        Outline outline = new Outline();
        try {
            XmlEntry.read(zip, entry, outline);
        } catch (XmlEntry.Unreadable e) {
            throw damaged(entry, e.what());
        }
        if (!outline.sawMetaData) {
            throw damaged(entry, "its root element is not MetaData");
        }
        for (Map.Entry<String, String> designate : outline.classOfPid.entrySet()) {
            if (!outline.keysOfClass.containsKey(designate.getValue())) {
                throw damaged(entry, "it refers to \"" + designate.getValue() + "\", which it does not describe");
            }
        }
        return outline;
    }

    private static Refusal damaged(ZipEntry entry, String what) {
        return new Refusal(
                "Its description of configuration keys, " + entry.getName() + ", cannot be used: " + what + ".",
                "Ask its author for a version with a sound metatype file.");
    }

    private static final class Outline extends DefaultHandler {
        private final Map<String, Set<String>> keysOfClass = new HashMap<>();
        private final Map<String, String> classOfPid = new HashMap<>();
        private boolean sawMetaData;
        private String description = "";
        private String pid = "";

        @Override
        public void startElement(String uri, String name, String qualified, Attributes attributes) {
            switch (name) {
                case "MetaData" -> sawMetaData = true;
                case "OCD" -> {
                    description = value(attributes, "id");
                    keysOfClass.put(description, new HashSet<>());
                }
                case "AD" ->
                    keysOfClass
                            .computeIfAbsent(description, id -> new HashSet<>())
                            .add(value(attributes, "id").replace('.', '_'));
                case "Designate" -> pid = value(attributes, "pid");
                case "Object" -> classOfPid.put(pid, value(attributes, "ocdref"));
                default -> {
                    // options and icons matter to editors only
                }
            }
        }

        /** Only what stands below {@code svc.} is a table of the configuration file. */
        private Set<String> keys() {
            Set<String> keys = new HashSet<>();
            classOfPid.forEach((id, ocd) -> {
                if (id.startsWith(PREFIX)) {
                    keysOfClass
                            .getOrDefault(ocd, Set.of())
                            .forEach(key -> keys.add(id.substring(PREFIX.length()) + "." + key));
                }
            });
            return keys;
        }

        private Set<String> settings() {
            Set<String> settings = new HashSet<>();
            classOfPid.forEach((id, ocd) -> {
                String table = id.startsWith(PREFIX) ? id.substring(PREFIX.length()) : "";
                for (String key : keysOfClass.getOrDefault(ocd, Set.of())) {
                    settings.add(
                            table.isEmpty()
                                    ? key + " of " + id + ": keeps its default; only keys of a PID that begins with "
                                            + PREFIX + " can stand in svc.toml"
                                    : key + " of [" + table + "]: set in svc.toml; svc config explain " + table + "."
                                            + key + " tells its value");
                }
            });
            return settings;
        }

        private static String value(Attributes attributes, String name) {
            String value = attributes.getValue(name);
            return value == null ? "" : value;
        }
    }
}
