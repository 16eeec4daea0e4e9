package svc.extensions;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.framework.Constants;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.ExecutionEnvironmentNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleRequirement;

/**
 * A requirement of a bundle in words: a filter such as {@code (&(osgi.wiring.package=a.b)(version>=1.0.0))} is nothing to
 * show to an operator.
 *
 * @param namespace what kind of thing is wanted
 * @param name its name
 * @param versions the versions that would do, with a leading space; empty when any does
 */
record Wanted(String namespace, String name, String versions) {

    private static final Pattern FROM = Pattern.compile("(?<!\\(!)\\((?:bundle-)?version>=([^)]+)\\)");
    private static final Pattern BELOW = Pattern.compile("\\(!\\((?:bundle-)?version>=([^)]+)\\)\\)");
    private static final Pattern UP_TO = Pattern.compile("\\((?:bundle-)?version<=([^)]+)\\)");
    private static final Pattern EXACT = Pattern.compile("\\((?:bundle-)?version=([^)]+)\\)");

    static Wanted of(BundleRequirement requirement) {
        String filter = requirement.getDirectives().getOrDefault(Constants.FILTER_DIRECTIVE, "");
        String namespace = requirement.getNamespace();
        Matcher name = Pattern.compile("\\(" + Pattern.quote(namespace) + "=([^)]+)\\)")
                .matcher(filter);
        return new Wanted(namespace, name.find() ? name.group(1) : filter, versions(filter));
    }

    boolean isPackage() {
        return namespace.equals(PackageNamespace.PACKAGE_NAMESPACE);
    }

    /** A package of the server's own contract, which no other bundle can bring. */
    boolean isContract() {
        return isPackage() && name.startsWith("svc.api.");
    }

    boolean isJava() {
        return namespace.equals(ExecutionEnvironmentNamespace.EXECUTION_ENVIRONMENT_NAMESPACE);
    }

    /** What an operator looks for. */
    String words() {
        return switch (namespace) {
            case PackageNamespace.PACKAGE_NAMESPACE -> "the package " + name + versions;
            case BundleNamespace.BUNDLE_NAMESPACE -> "the bundle " + name + versions;
            case HostNamespace.HOST_NAMESPACE -> "the bundle " + name + versions + ", of which it is a fragment";
            default -> "the capability " + namespace + " " + name + versions;
        };
    }

    private static String versions(String filter) {
        String from = first(FROM, filter);
        String below = first(BELOW, filter);
        String upTo = first(UP_TO, filter);
        String exact = first(EXACT, filter);
        if (!exact.isEmpty()) {
            return " " + exact;
        }
        StringBuilder words = new StringBuilder();
        words.append(from.isEmpty() || from.equals("0.0.0") ? "" : " from " + from);
        words.append(below.isEmpty() ? "" : " below " + below);
        words.append(upTo.isEmpty() ? "" : " up to " + upTo);
        return words.isEmpty() ? "" : " in a version" + words;
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
