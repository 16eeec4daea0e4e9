package svc.testkit.bundles;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import org.osgi.framework.Constants;
import org.osgi.framework.connect.ConnectContent;
import org.osgi.framework.connect.ConnectModule;

/**
 * A bundle whose classes the test's own class loader provides (OSGi Core §60, Connect). Its imports are not resolved:
 * the class path has everything.
 *
 * @param root the folder or jar
 * @param headers the headers that the framework reads
 */
record ClassPathBundle(URI root, Map<String, String> headers) implements ConnectModule, ConnectContent {

    private static final String COMPONENTS = "Service-Component";
    private static final String MIGRATIONS = "Svc-Migrations";
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");
    private static final List<String> HEADERS = List.of(
            Constants.BUNDLE_MANIFESTVERSION,
            Constants.BUNDLE_SYMBOLICNAME,
            Constants.BUNDLE_VERSION,
            Constants.BUNDLE_ACTIVATOR,
            COMPONENTS,
            MIGRATIONS);

    /** Finds a bundle on the class path by its symbolic name. */
    static ClassPathBundle named(String name) {
        try {
            for (URL file : Collections.list(loader().getResources("META-INF/MANIFEST.MF"))) {
                Map<String, String> headers = headers(file);
                if (symbolicName(headers).equals(name)) {
                    return new ClassPathBundle(
                            URI.create(file.toString().replace("META-INF/MANIFEST.MF", "")), headers);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalArgumentException("The class path of this test has no bundle " + name);
    }

    /** Returns the names of the bundles on the class path with a component that provides one of these services. */
    static List<String> providing(Collection<Class<?>> services) {
        try {
            List<String> names = new ArrayList<>();
            for (URL file : Collections.list(loader().getResources("META-INF/MANIFEST.MF"))) {
                Map<String, String> headers = headers(file);
                URI root = URI.create(file.toString().replace("META-INF/MANIFEST.MF", ""));
                if (new ClassPathBundle(root, headers).provides(services)) {
                    names.add(symbolicName(headers));
                }
            }
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean provides(Collection<Class<?>> services) throws IOException {
        for (String component : components()) {
            try (InputStream in = URI.create(root + component).toURL().openStream()) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                if (services.stream().anyMatch(service -> text.contains("\"" + service.getName() + "\""))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static ClassLoader loader() {
        return Objects.requireNonNull(ClassPathBundle.class.getClassLoader());
    }

    private static Map<String, String> headers(URL file) throws IOException {
        Map<String, String> headers = new HashMap<>();
        try (InputStream in = file.openStream()) {
            Attributes attributes = new Manifest(in).getMainAttributes();
            for (String name : HEADERS) {
                String value = attributes.getValue(name);
                if (value != null) {
                    headers.put(name, value);
                }
            }
        }
        return headers;
    }

    private static String symbolicName(Map<String, String> headers) {
        String name = headers.getOrDefault(Constants.BUNDLE_SYMBOLICNAME, "");
        int end = name.indexOf(';');
        return (end < 0 ? name : name.substring(0, end)).strip();
    }

    private List<String> components() {
        String files = headers.get(COMPONENTS);
        return files == null ? List.of() : List.of(COMMA.split(files, -1));
    }

    /** Returns a class of the bundle if the bundle has migrations. */
    Optional<Class<?>> migrationOwner() {
        if (!headers.containsKey(MIGRATIONS)) {
            return Optional.empty();
        }
        String file = components().get(0);
        try {
            return Optional.of(Class.forName(file.substring(file.lastIndexOf('/') + 1, file.lastIndexOf('.'))));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public ConnectContent getContent() {
        return this;
    }

    @Override
    public Optional<Map<String, String>> getHeaders() {
        return Optional.of(headers);
    }

    /** Returns the descriptions of the components. The framework needs no other entries. */
    @Override
    public Iterable<String> getEntries() {
        return components();
    }

    @Override
    public Optional<ConnectEntry> getEntry(String path) {
        try {
            URL url = new URI(root + path).toURL();
            URLConnection connection = url.openConnection();
            connection.setUseCaches(false);
            connection.connect();
            return Optional.of(new Entry(path, url, connection.getContentLengthLong()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Optional<ClassLoader> getClassLoader() {
        return Optional.of(loader());
    }

    @Override
    public void open() {}

    @Override
    public void close() {}

    private record Entry(String path, URL url, long length) implements ConnectEntry {

        @Override
        public String getName() {
            return path;
        }

        @Override
        public long getContentLength() {
            return length;
        }

        @Override
        public long getLastModified() {
            return 0;
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return url.openStream();
        }
    }
}
