package svc.http.routes;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Determines the HTTP methods of a servlet from the methods that its class overrides, such as {@code doGet}.
 * {@code HttpServlet} does the same to answer OPTIONS.
 */
final class ServletMethods {

    private static final Set<String> VERBS = Set.of("doGet", "doPost", "doPut", "doDelete", "doOptions", "doHead");

    private ServletMethods() {}

    /** Returns the methods in upper case; empty for all methods. */
    static Set<String> of(Servlet servlet) {
        Set<String> methods = new TreeSet<>();
        if (!(servlet instanceof HttpServlet)) {
            return methods;
        }
        for (Class<?> type = servlet.getClass(); type != HttpServlet.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals("service")) {
                    return Set.of();
                }
                if (VERBS.contains(method.getName())) {
                    methods.add(method.getName().substring(2).toUpperCase(Locale.ROOT));
                }
            }
        }
        return methods;
    }
}
