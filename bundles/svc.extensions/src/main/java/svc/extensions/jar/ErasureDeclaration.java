package svc.extensions.jar;

import java.io.IOException;
import java.util.List;
import java.util.jar.Attributes;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;
import svc.extensions.status.RefusedException;

/**
 * Checks whether a jar with tables declares how the data of an account is erased from these tables. The check runs
 * before the jar starts, because data that the bundle stored could otherwise never be erased.
 */
public final class ErasureDeclaration {

    private static final String STEP = "svc.api.erasure.ErasureStep";
    private static final String SERVICES = "osgi.service";
    private static final Pattern NOTHING_OF_ACCOUNTS = Pattern.compile(";\\s*accounts\\s*=\\s*\"?none\"?\\s*(?:;|$)");

    private ErasureDeclaration() {}

    /**
     * Returns whether the jar has no tables, declares that its tables contain no account data, or declares an erasure
     * step.
     */
    static boolean complete(ZipFile zip, Attributes headers) throws IOException {
        String tables = headers.getValue(JarInspection.MIGRATIONS);
        return tables == null
                || NOTHING_OF_ACCOUNTS.matcher(tables.strip()).find()
                || said(headers.getValue("Provide-Capability"))
                || declared(zip, headers.getValue("Service-Component"));
    }

    /** Refuses a jar whose tables have no erasure step. */
    public static void demand(JarFacts facts) throws RefusedException {
        if (!facts.erasable()) {
            throw new RefusedException(
                    "It has its own tables and no ErasureStep, so the data of an account in them would remain when the"
                            + " account is erased.",
                    "Ask its author for a version with a component that is a " + STEP
                            + "; if its tables contain no data of accounts, its manifest must declare "
                            + JarInspection.MIGRATIONS + ": "
                            + facts.namespace().orElse("") + ";accounts=none.");
        }
    }

    /**
     * Returns whether the manifest declares an erasure step as a service. Build tools write this declaration for
     * components. Authors write it for services that their code registers.
     */
    private static boolean said(@Nullable String capabilities) {
        return capabilities != null
                && Stream.of(capabilities.split(SERVICES, -1)).skip(1).anyMatch(service -> service.contains(STEP));
    }

    /** Returns whether a component declares an erasure step as its service. */
    private static boolean declared(ZipFile zip, @Nullable String components) throws IOException {
        if (components == null) {
            return false;
        }
        List<Pattern> places = Stream.of(components.split(",", -1))
                .map(path -> path.split(";", 2)[0].strip())
                .map(ErasureDeclaration::place)
                .toList();
        List<? extends ZipEntry> files = zip.stream()
                .filter(entry -> places.stream()
                        .anyMatch(place -> place.matcher(entry.getName()).matches()))
                .toList();
        for (ZipEntry file : files) {
            if (offersStep(zip, file)) {
                return true;
            }
        }
        return false;
    }

    /** Returns a pattern for a path whose last segment may contain wildcards. */
    private static Pattern place(String path) {
        return Pattern.compile(
                Pattern.quote(path.startsWith("/") ? path.substring(1) : path).replace("*", "\\E[^/]*\\Q"));
    }

    private static boolean offersStep(ZipFile zip, ZipEntry file) throws IOException {
        try {
            return JarXmlReader.below(JarXmlReader.read(zip, file), "provide").stream()
                    .anyMatch(service -> STEP.equals(service.getAttribute("interface")));
        } catch (SAXException e) {
            // An invalid file defines no component.
            return false;
        }
    }
}
