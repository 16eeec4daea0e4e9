package svc.http.server;

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
 * A class loader that finds the classes and resources of several Jetty bundles, so that {@code java.util.ServiceLoader}
 * finds the service providers in all of them. In an OSGi framework, the class loader of a bundle does not see the
 * providers in other bundles. With this class loader, no weaver such as SPI-Fly is needed.
 */
public final class JettyClassLoader extends ClassLoader {

    private final List<ClassLoader> loaders;

    private JettyClassLoader(Stream<Class<?>> anchors) {
        super(JettyClassLoader.class.getClassLoader());
        Set<ClassLoader> distinct = new LinkedHashSet<>();
        anchors.map(Class::getClassLoader).forEach(distinct::add);
        this.loaders = List.copyOf(distinct);
    }

    /** Runs work with this loader as the context class loader, so that Jetty finds its service providers. */
    public static <T> T within(Callable<T> work) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(new JettyClassLoader(Stream.of(
                PreEncodedHttpField.class,
                HpackFieldPreEncoder.class,
                JDK9ServerALPNProcessor.class,
                WebSocketComponents.class,
                WebSocketSession.class)));
        try {
            // The class is initialized here, because its static initializer looks up the field encoders only once. If
            // the initializer does not find the encoder of HTTP/2, every response over h2 fails.
            Class.forName("org.eclipse.jetty.http.PreEncodedHttpField", true, JettyClassLoader.class.getClassLoader());
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
                // The next class loader is tried.
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
