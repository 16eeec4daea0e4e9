package svc.extensions.framework;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.framework.Constants;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.ExecutionEnvironmentNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleRequirement;

/**
 * A requirement of a bundle, described in words instead of a filter such as
 * {@code (&(osgi.wiring.package=a.b)(version>=1.0.0))}.
 *
 * @param namespace the OSGi namespace of the requirement
 * @param name the name of the required capability
 * @param versions the accepted versions, with a leading space; empty when any version is accepted
 */
record RequirementText(String namespace, String name, String versions) {

    private static final Pattern FROM = Pattern.compile("(?<!\\(!)\\((?:bundle-)?version>=([^)]+)\\)");
    private static final Pattern BELOW = Pattern.compile("\\(!\\((?:bundle-)?version>=([^)]+)\\)\\)");
    private static final Pattern UP_TO = Pattern.compile("\\((?:bundle-)?version<=([^)]+)\\)");
    private static final Pattern EXACT = Pattern.compile("\\((?:bundle-)?version=([^)]+)\\)");

    static RequirementText of(BundleRequirement requirement) {
        String filter = requirement.getDirectives().getOrDefault(Constants.FILTER_DIRECTIVE, "");
        String namespace = requirement.getNamespace();
        Matcher name = Pattern.compile("\\(" + Pattern.quote(namespace) + "=([^)]+)\\)")
                .matcher(filter);
        return new RequirementText(namespace, name.find() ? name.group(1) : filter, versions(filter));
    }

    boolean isPackage() {
        return namespace.equals(PackageNamespace.PACKAGE_NAMESPACE);
    }

    /** Returns whether this is a package of svc.api, which no other bundle can provide. */
    boolean isContract() {
        return isPackage() && name.startsWith("svc.api.");
    }

    boolean isJava() {
        return namespace.equals(ExecutionEnvironmentNamespace.EXECUTION_ENVIRONMENT_NAMESPACE);
    }

    /** Returns the requirement as a noun phrase. */
    String words() {
        return switch (namespace) {
            case PackageNamespace.PACKAGE_NAMESPACE -> "the package " + name + versions;
            case BundleNamespace.BUNDLE_NAMESPACE -> "the bundle " + name + versions;
            case HostNamespace.HOST_NAMESPACE -> "the bundle " + name + versions + ", of which it is a fragment";
            default -> "the capability " + namespace + " " + name + versions;
        };
    }

    private static String versions(String filter) {
        String exact = first(" ", EXACT, filter);
        String from = first(" from ", FROM, filter);
        String range = (from.equals(" from 0.0.0") ? "" : from)
                + first(" below ", BELOW, filter)
                + first(" up to ", UP_TO, filter);
        return !exact.isEmpty() || range.isEmpty() ? exact : " in a version" + range;
    }

    private static String first(String word, Pattern pattern, String filter) {
        Matcher matcher = pattern.matcher(filter);
        return matcher.find() ? word + matcher.group(1) : "";
    }
}
