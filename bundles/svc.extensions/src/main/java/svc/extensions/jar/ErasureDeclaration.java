package svc.extensions;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Whether a jar that brings tables says how an account is erased from them. Read from the jar, before anything of it starts:
 * what was stored by then could never be erased.
 */
final class ErasureDeclaration {

    private static final String STEP = "svc.api.erasure.ErasureStep";
    private static final String SERVICES = "osgi.service";
    private static final Pattern NOTHING_OF_ACCOUNTS = Pattern.compile(";\\s*accounts\\s*=\\s*\"?none\"?\\s*(?:;|$)");

    private ErasureDeclaration() {}

    /** Whether it brings no tables, or somebody answers for what they hold of accounts. */
    static boolean complete(ZipFile zip, java.util.jar.Attributes headers) throws IOException {
        String tables = headers.getValue(JarInspection.MIGRATIONS);
        return tables == null
                || NOTHING_OF_ACCOUNTS.matcher(tables.strip()).find()
                || said(headers.getValue("Provide-Capability"))
                || declared(zip, headers.getValue("Service-Component"));
    }

    /** Refuses tables for which nobody answers. */
    static void demand(JarFacts facts) throws Refusal {
        if (!facts.erasable()) {
            throw new Refusal(
                    "It has tables of its own and no ErasureStep, so what they hold of an account would stay when the"
                            + " account is erased.",
                    "Ask its author for a version with a component that is a " + STEP
                            + "; if its tables hold nothing of accounts, its manifest is to say "
                            + JarInspection.MIGRATIONS + ": "
                            + facts.namespace().orElse("") + ";accounts=none.");
        }
    }

    /** By the manifest, as tools write it for components, and authors for services that they register themselves. */
    private static boolean said(@Nullable String capabilities) {
        return capabilities != null
                && Stream.of(capabilities.split(SERVICES, -1)).skip(1).anyMatch(service -> service.contains(STEP));
    }

    /** By a component that offers it. */
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

    /** The last part of a path may have stars in it. */
    private static Pattern place(String path) {
        return Pattern.compile(
                Pattern.quote(path.startsWith("/") ? path.substring(1) : path).replace("*", "\\E[^/]*\\Q"));
    }

    private static boolean offersStep(ZipFile zip, ZipEntry file) throws IOException {
        Services services = new Services();
        try {
            XmlEntry.read(zip, file, services);
        } catch (XmlEntry.Unreadable e) {
            // No component comes of it either.
            return false;
        }
        return services.step;
    }

    private static final class Services extends DefaultHandler {
        private boolean step;

        @Override
        public void startElement(String uri, String name, String qualified, Attributes attributes) {
            step |= name.equals("provide") && STEP.equals(attributes.getValue("interface"));
        }
    }
}
