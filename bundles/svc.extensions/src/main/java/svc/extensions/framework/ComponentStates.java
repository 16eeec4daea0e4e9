package svc.extensions;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.ReferenceDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

/** What the component runtime says about a bundle's components. It asks for no service, so it starts nothing. */
final class Components {

    private final ServiceComponentRuntime runtime;

    Components(ServiceComponentRuntime runtime) {
        this.runtime = runtime;
    }

    /** What keeps enabled components from working, the worst first. */
    List<Trouble> troubles(Bundle bundle) {
        Collection<ComponentDescriptionDTO> all = runtime.getComponentDescriptionDTOs(bundle);
        return all.stream()
                .filter(runtime::isComponentEnabled)
                .flatMap(this::troubles)
                .sorted((one, other) -> one.kind().compareTo(other.kind()))
                .toList();
    }

    /** Every component with a word on how it is. */
    List<String> states(Bundle bundle) {
        List<String> states = new ArrayList<>();
        for (ComponentDescriptionDTO component : runtime.getComponentDescriptionDTOs(bundle)) {
            List<String> words = runtime.getComponentConfigurationDTOs(component).stream()
                    .map(configuration -> word(configuration.state))
                    .distinct()
                    .toList();
            states.add(component.name + ": " + (words.isEmpty() ? "disabled" : String.join(", ", words)));
        }
        return states.stream().sorted().toList();
    }

    /** The interfaces that enabled components of the bundles would offer. */
    List<String> declaredServices(Bundle... bundles) {
        return runtime.getComponentDescriptionDTOs(bundles).stream()
                .filter(runtime::isComponentEnabled)
                .flatMap(component -> Stream.of(component.serviceInterfaces))
                .distinct()
                .toList();
    }

    private Stream<Trouble> troubles(ComponentDescriptionDTO component) {
        return runtime.getComponentConfigurationDTOs(component).stream().flatMap(configuration -> switch (configuration
                .state) {
            case ComponentConfigurationDTO.FAILED_ACTIVATION ->
                Stream.of(new Trouble(
                        component.name,
                        Trouble.Kind.FAILED,
                        Causes.brief(Objects.requireNonNullElse(configuration.failure, "it gave no cause"))));
            case ComponentConfigurationDTO.UNSATISFIED_CONFIGURATION ->
                Stream.of(new Trouble(
                        component.name, Trouble.Kind.CONFIGURATION, String.join(", ", component.configurationPid)));
            case ComponentConfigurationDTO.UNSATISFIED_REFERENCE ->
                Stream.of(configuration.unsatisfiedReferences)
                        .map(reference ->
                                new Trouble(component.name, Trouble.Kind.REFERENCE, wanted(component, reference)));
            default -> Stream.empty();
        });
    }

    private static String wanted(ComponentDescriptionDTO component, UnsatisfiedReferenceDTO missing) {
        return Stream.of(component.references)
                .filter(reference -> reference.name.equals(missing.name))
                .map((ReferenceDTO reference) -> reference.interfaceName)
                .findFirst()
                .orElse(missing.name);
    }

    private static String word(int state) {
        return switch (state) {
            case ComponentConfigurationDTO.UNSATISFIED_CONFIGURATION -> "waits for its configuration";
            case ComponentConfigurationDTO.UNSATISFIED_REFERENCE -> "waits for a service";
            case ComponentConfigurationDTO.SATISFIED -> "ready";
            case ComponentConfigurationDTO.ACTIVE -> "active";
            case ComponentConfigurationDTO.FAILED_ACTIVATION -> "failed";
            default -> "unknown";
        };
    }

    /**
     * Why a component does not work.
     *
     * @param component its name
     * @param kind what kind of thing
     * @param detail the cause, the configuration's id or the service's interface
     */
    record Trouble(String component, Kind kind, String detail) {
        enum Kind {
            FAILED,
            CONFIGURATION,
            REFERENCE
        }
    }
}
