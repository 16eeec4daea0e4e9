package svc.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Builds a jar from headers, Java sources, Declarative Services components and other entries, added in any order. The
 * same content always yields the same bytes.
 */
public final class JarBuilder {

    private static final LocalDateTime MADE = LocalDateTime.of(2026, 1, 1, 0, 0);

    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, byte[]> entries = new TreeMap<>();
    private final StringBuilder components = new StringBuilder();

    JarBuilder() {}

    /** Sets a header of the manifest. */
    public JarBuilder header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** Removes a header. */
    public JarBuilder without(String name) {
        headers.remove(name);
        return this;
    }

    /** Adds a class, which is compiled when the jar is built. */
    public JarBuilder source(String className, String text) {
        sources.put(className, text);
        return this;
    }

    /** Adds a text entry. */
    public JarBuilder entry(String path, String text) {
        return entry(path, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds an entry. */
    public JarBuilder entry(String path, byte[] bytes) {
        entries.put(path, bytes.clone());
        return this;
    }

    /**
     * Adds a component.
     *
     * @param className its class, which is also its name
     * @param attributes further attributes of the {@code scr:component} element: {@code immediate="true"}
     * @param body the child elements after {@code implementation}
     */
    public JarBuilder component(String className, String attributes, String body) {
        String file = "OSGI-INF/" + className + ".xml";
        entry(file, """
                <?xml version="1.0" encoding="UTF-8"?>
                <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.4.0" name="%s" %s>
                  <implementation class="%s"/>
                  %s
                </scr:component>
                """.formatted(className, attributes, className, body));
        components.append(components.isEmpty() ? "" : ",").append(file);
        return header("Service-Component", components.toString());
    }

    /** Returns the bytes of the jar. */
    public byte[] bytes() {
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            if (!headers.isEmpty()) {
                put(zip, "META-INF/MANIFEST.MF", manifest());
            }
            for (var entry : entries.entrySet()) {
                put(zip, entry.getKey(), entry.getValue());
            }
            for (var entry : SourceCompiler.compile(sources).entrySet()) {
                put(zip, entry.getKey(), entry.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Writes the jar atomically: to a temporary file in the same folder, which is then moved to {@code file}. */
    public Path writeTo(Path file) {
        return write(bytes(), file);
    }

    /** Writes bytes atomically: to a temporary file in the same folder, which is then moved to {@code file}. */
    public static Path write(byte[] bytes, Path file) {
        try {
            Path part = file.resolveSibling(file.getFileName() + ".part");
            Files.write(part, bytes);
            return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] manifest() throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
        var out = new ByteArrayOutputStream();
        manifest.write(out);
        return out.toByteArray();
    }

    private static void put(ZipOutputStream zip, String path, byte[] bytes) throws IOException {
        var entry = new ZipEntry(path);
        entry.setTimeLocal(MADE);
        zip.putNextEntry(entry);
        zip.write(bytes);
        zip.closeEntry();
    }
}
