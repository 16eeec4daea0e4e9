package svc.http;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Which methods a servlet answers: those that it overrides, as {@code HttpServlet} itself finds out for OPTIONS. */
final class Methods {

    private static final Set<String> VERBS = Set.of("doGet", "doPost", "doPut", "doDelete", "doOptions", "doHead");

    private Methods() {}

    /** In upper case; empty for all of them. */
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
