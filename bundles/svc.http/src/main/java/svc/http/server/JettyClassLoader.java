package svc.http;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.eclipse.jetty.alpn.java.server.JDK9ServerALPNProcessor;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.http2.hpack.HpackFieldPreEncoder;
import org.eclipse.jetty.websocket.common.WebSocketSession;
import org.eclipse.jetty.websocket.core.WebSocketComponents;

/**
 * One class loader over those Jetty bundles that find their parts by {@code java.util.ServiceLoader}: in a framework each
 * bundle sees only itself, and a weaver for that (SPI-Fly) is not wanted.
 */
final class UnionLoader extends ClassLoader {

    private final List<ClassLoader> loaders;

    private UnionLoader(Stream<Class<?>> anchors) {
        super(UnionLoader.class.getClassLoader());
        Set<ClassLoader> distinct = new LinkedHashSet<>();
        anchors.map(Class::getClassLoader).forEach(distinct::add);
        this.loaders = List.copyOf(distinct);
    }

    /** Runs work that makes Jetty look for its parts, with all of them in sight. */
    static <T> T within(Callable<T> work) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(new UnionLoader(Stream.of(
                PreEncodedHttpField.class,
                HpackFieldPreEncoder.class,
                JDK9ServerALPNProcessor.class,
                WebSocketComponents.class,
                WebSocketSession.class)));
        try {
            // Its static initializer looks for encoders once and for all; without those of HTTP/2 every answer over h2
            // fails.
            Class.forName("org.eclipse.jetty.http.PreEncodedHttpField", true, UnionLoader.class.getClassLoader());
            return work.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        for (ClassLoader loader : loaders) {
            try {
                return loader.loadClass(name);
            } catch (ClassNotFoundException e) {
                // The next one may have it.
            }
        }
        throw new ClassNotFoundException(name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        List<URL> found = new ArrayList<>();
        for (ClassLoader loader : loaders) {
            found.addAll(Collections.list(loader.getResources(name)));
        }
        return Collections.enumeration(found);
    }
}
