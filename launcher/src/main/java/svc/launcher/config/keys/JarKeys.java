package svc.launcher.config.keys;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import svc.launcher.config.keys.MetatypeXml.Attribute;
import svc.launcher.config.toml.ConfigProblem;
import svc.launcher.config.toml.TomlWriter;

/**
 * The keys that one jar declares in its {@code OSGI-INF/metatype/*.xml}.
 *
 * @param jar the jar
 * @param bundle its symbolic name; the name of the file without one
 * @param pids the PIDs under {@code svc.} that the jar describes, including those without keys
 * @param keys the keys
 * @param foreign required keys under other PIDs, for which the file cannot contain a value
 * @param problems the reasons why parts of the jar cannot be read
 */
public record JarKeys(
        Path jar,
        String bundle,
        Set<String> pids,
        List<KeyDefinition> keys,
        List<ConfigProblem> foreign,
        List<ConfigProblem> problems) {

    private static final String FOLDER = "OSGI-INF/metatype/";

    /** The maximum length of a metatype document. A longer document is refused. */
    private static final int LONGEST_DOCUMENT = 1 << 20;

    static JarKeys read(XMLInputFactory xml, Path jar) {
        JarKeys keys = new JarKeys(
                jar, fileName(jar), new LinkedHashSet<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<ZipEntry> documents = documents(zip);
            return documents.isEmpty()
                    ? keys
                    : keys.named(symbolicName(zip, jar)).readAll(xml, zip, documents);
        } catch (IOException | IllegalArgumentException e) {
            // An IllegalArgumentException means that the directory of the zip file contains a name that is not UTF-8.
            keys.problem("cannot be opened as a jar (" + TomlWriter.shown(String.valueOf(e.getMessage())) + ")");
            return keys;
        }
    }

    private JarKeys named(String symbolicName) {
        return new JarKeys(jar, symbolicName, pids, keys, foreign, problems);
    }

    /**
     * Returns the keys of a jar of the distribution: required keys of other PIDs are accepted, and the remedy for a
     * damaged jar is a new copy of the distribution.
     */
    JarKeys own() {
        List<ConfigProblem> damage = problems.stream()
                .map(problem -> ConfigProblem.of(problem.file(), problem.sentence(), "Unpack the distribution again."))
                .toList();
        return new JarKeys(jar, bundle, pids, keys, List.of(), damage);
    }

    private JarKeys readAll(XMLInputFactory xml, ZipFile zip, List<ZipEntry> documents) throws IOException {
        for (ZipEntry entry : documents) {
            try (InputStream in = zip.getInputStream(entry)) {
                byte[] document = in.readNBytes(LONGEST_DOCUMENT + 1);
                if (document.length > LONGEST_DOCUMENT) {
                    problem("has a metatype document " + entry.getName() + " of more than 1 MiB");
                } else {
                    read(MetatypeXml.read(xml, new ByteArrayInputStream(document)));
                }
            } catch (XMLStreamException e) {
                problem("has a metatype document " + TomlWriter.shown(entry.getName()) + " that cannot be read ("
                        + TomlWriter.shown(reason(e)) + ")");
            }
        }
        return this;
    }

    private void read(MetatypeXml document) {
        document.designates().forEach((pid, reference) -> {
            List<Attribute> attributes = document.classes().get(reference);
            if (!pid.startsWith(KeyReader.PREFIX)) {
                foreign(pid, attributes == null ? List.of() : attributes);
                return;
            }
            if (attributes == null) {
                problem("describes the PID " + pid + " by an object class that is not there");
                return;
            }
            pids.add(pid);
            KeyReader reader = new KeyReader(pid, bundle, jar);
            for (Attribute attribute : attributes) {
                try {
                    keys.add(reader.read(attribute));
                } catch (KeyReader.BadKey e) {
                    problem(e.getMessage());
                }
            }
        });
    }

    private void foreign(String pid, List<Attribute> attributes) {
        for (Attribute attribute : attributes) {
            if (KeyReader.required(attribute)) {
                String key = TomlWriter.shown(attribute.xml().getOrDefault("id", ""));
                foreign.add(ConfigProblem.of(
                        fileName(jar),
                        "The bundle " + bundle + " needs the key " + key + " of the PID " + TomlWriter.shown(pid)
                                + ", but only PIDs that begin with " + KeyReader.PREFIX
                                + " have a table in svc.toml, so it could never get a value.",
                        "Ask its author to name the PID " + KeyReader.PREFIX + "…, or to give the key a default."));
            }
        }
    }

    private void problem(@Nullable String what) {
        problems.add(problemOf(what));
    }

    /** Returns the problem that the jar {@code what}. */
    ConfigProblem problemOf(@Nullable String what) {
        return ConfigProblem.of(
                fileName(jar),
                "The jar " + fileName(jar) + " " + what + ", so its configuration keys are not known.",
                "Ask its author for a jar whose keys can be read, or remove it: svc bundle remove "
                        + fileName(jar).replaceFirst("\\.jar$", "") + ".");
    }

    private static List<ZipEntry> documents(ZipFile zip) {
        List<ZipEntry> documents = new ArrayList<>();
        for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
            ZipEntry entry = entries.nextElement();
            if (entry.getName().startsWith(FOLDER) && entry.getName().endsWith(".xml")) {
                documents.add(entry);
            }
        }
        return documents;
    }

    private static String symbolicName(ZipFile zip, Path jar) throws IOException {
        ZipEntry entry = zip.getEntry("META-INF/MANIFEST.MF");
        if (entry == null) {
            return fileName(jar);
        }
        try (InputStream in = zip.getInputStream(entry)) {
            String header = new Manifest(in).getMainAttributes().getValue("Bundle-SymbolicName");
            int end = header == null ? -1 : header.indexOf(';');
            return header == null ? fileName(jar) : (end < 0 ? header : header.substring(0, end)).strip();
        }
    }

    private static String fileName(Path jar) {
        return String.valueOf(jar.getFileName());
    }

    /** Returns the message of the JDK without its first line, which repeats the position. */
    private static String reason(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int text = message.indexOf("Message: ");
        return text < 0 ? message : message.substring(text + "Message: ".length());
    }

    /** Returns the tables that the jar describes, including those without keys. */
    List<String> tables() {
        return pids.stream()
                .map(pid -> pid.substring(KeyReader.PREFIX.length()))
                .toList();
    }

    /** Returns the keys by address. A key that the jar declares twice counts once. */
    Map<String, KeyDefinition> byAddress() {
        Map<String, KeyDefinition> byAddress = new LinkedHashMap<>();
        keys.forEach(key -> byAddress.putIfAbsent(key.address(), key));
        return byAddress;
    }
}
