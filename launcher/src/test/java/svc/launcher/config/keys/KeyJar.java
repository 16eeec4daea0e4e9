package svc.launcher.config.keys;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes jars with metatype documents of the form that bnd writes. */
public final class KeyJar {

    private final String name;
    private final Map<String, String> documents = new LinkedHashMap<>();

    public KeyJar(String name) {
        this.name = name;
    }

    /** Adds an object class with its AD elements, designated for a PID. */
    public KeyJar pid(String pid, String attributes) {
        return document("""
                <?xml version="1.0" encoding="UTF-8"?>
                <metatype:MetaData xmlns:metatype="http://www.osgi.org/xmlns/metatype/v1.4.0">
                  <OCD id="x.%1$s" name="X">%2$s</OCD>
                  <Designate pid="%1$s"><Object ocdref="x.%1$s"/></Designate>
                </metatype:MetaData>
                """.formatted(pid, attributes));
    }

    public KeyJar document(String xml) {
        documents.put("OSGI-INF/metatype/" + documents.size() + ".xml", xml);
        return this;
    }

    public Path in(Path directory) {
        Path jar = directory.resolve(name + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            entry(zip, "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nBundle-SymbolicName: " + name + ";x=y\n");
            for (Map.Entry<String, String> document : documents.entrySet()) {
                entry(zip, document.getKey(), document.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jar;
    }

    private static void entry(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the catalogue of a small server. */
    public static KeyCatalogue server(Path directory) {
        return KeyCatalogue.of(java.util.List.of(
                new KeyJar("svc.http").pid("svc.server", """
                                <AD id="listen" type="String" default="127.0.0.1:8080" description="Where it listens."/>
                                <AD id="trusted.proxies" type="String" cardinality="2147483647" default=""/>
                                <AD id="ports" type="Integer" cardinality="3" min="1" max="65535" default="1,2"/>
                                <AD id="body.max" type="Long" default="10485760" min="1024" description="Most. (runtime)"/>
                                """).in(directory),
                new KeyJar("svc.admin")
                        .pid("svc.admin", "<AD id=\"token\" type=\"Password\" default=\"\" min=\"16\"/>")
                        .pid("svc.server", "<AD id=\"admin.bind\" type=\"String\" default=\"\"/>")
                        .in(directory),
                new KeyJar("svc.auth")
                        .pid("svc.auth", """
                                <AD id="dpop.resource" type="String" default="off">
                                  <Option label="" value="off"/><Option label="" value="monitor"/><Option label="" value="require"/>
                                </AD>
                                <AD id="basic" type="Boolean" default="false"/>
                                <AD id="ratio" type="Double" default="0.5" min="0" max="1"/>
                                """)
                        .pid("svc.auth.tokens", "<AD id=\"hours\" type=\"Integer\" default=\"24\" min=\"1\"/>")
                        .in(directory)));
    }
}
