package svc.testkit;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles classes in memory, with the class path of the tests. */
final class SourceCompiler {

    /** Its index of the class path is kept, because building it takes several times as long as a compilation. */
    private static final JavaFileManager CLASS_PATH =
            compiler().getStandardFileManager(null, null, StandardCharsets.UTF_8);

    private SourceCompiler() {}

    private static JavaCompiler compiler() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("this Java has no compiler: run the tests with a JDK");
        }
        return compiler;
    }

    /** Compiles sources by class name. Returns the class files by their path in a jar. */
    static synchronized Map<String, byte[]> compile(Map<String, String> sources) {
        if (sources.isEmpty()) {
            return Map.of();
        }
        var messages = new StringWriter();
        var created = new TreeMap<String, ByteArrayOutputStream>();
        List<Source> units = sources.entrySet().stream()
                .map(e -> new Source(e.getKey(), e.getValue()))
                .toList();
        List<String> options = List.of("--release", "17", "-proc:none", "-Xlint:none");
        if (!compiler()
                .getTask(messages, new InMemory(CLASS_PATH, created), null, options, null, units)
                .call()) {
            throw new IllegalArgumentException("does not compile: " + messages);
        }
        var classes = new TreeMap<String, byte[]>();
        created.forEach((path, bytes) -> classes.put(path, bytes.toByteArray()));
        return classes;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(URI.create("string:///" + className.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> created;

        InMemory(JavaFileManager standard, Map<String, ByteArrayOutputStream> created) {
            super(standard);
            this.created = created;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
            String path = className.replace('.', '/') + kind.extension;
            return new SimpleJavaFileObject(URI.create("memory:///" + path), kind) {
                @Override
                public OutputStream openOutputStream() {
                    var out = new ByteArrayOutputStream();
                    created.put(path, out);
                    return out;
                }
            };
        }
    }
}
