package svc.extensions.framework;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.ReferenceDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;
import svc.extensions.status.Causes;

/**
 * Reads the states of a bundle's components from the component runtime. Reading the states activates no component,
 * because no service is requested.
 */
public final class ComponentStates {
    private final ServiceComponentRuntime runtime;

    public ComponentStates(ServiceComponentRuntime runtime) {
        this.runtime = runtime;
    }

    /** Returns the problems of enabled components, the most severe first. */
    public List<Problem> problems(Bundle bundle) {
        return runtime.getComponentDescriptionDTOs(bundle).stream()
                .filter(runtime::isComponentEnabled)
                .flatMap(this::problems)
                .sorted(Comparator.comparing(Problem::kind))
                .toList();
    }

    /** Returns one line for each component with its name and states. */
    public List<String> states(Bundle bundle) {
        return runtime.getComponentDescriptionDTOs(bundle).stream()
                .map(component -> component.name + ": " + states(component))
                .sorted()
                .toList();
    }

    private String states(ComponentDescriptionDTO component) {
        String words = runtime.getComponentConfigurationDTOs(component).stream()
                .map(configuration -> word(configuration.state))
                .distinct()
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "disabled" : words;
    }

    /** Returns the interfaces of the services that enabled components of the bundles declare. */
    public List<String> declaredServices(Bundle... bundles) {
        return runtime.getComponentDescriptionDTOs(bundles).stream()
                .filter(runtime::isComponentEnabled)
                .flatMap(component -> Stream.of(component.serviceInterfaces))
                .distinct()
                .toList();
    }

    private Stream<Problem> problems(ComponentDescriptionDTO component) {
        return runtime.getComponentConfigurationDTOs(component).stream().flatMap(configuration -> switch (configuration
                .state) {
            case ComponentConfigurationDTO.FAILED_ACTIVATION ->
                Stream.of(new Problem(
                        component.name,
                        Problem.Kind.FAILED,
                        Causes.brief(Objects.requireNonNullElse(configuration.failure, "it gave no cause"))));
            case ComponentConfigurationDTO.UNSATISFIED_CONFIGURATION ->
                Stream.of(new Problem(
                        component.name, Problem.Kind.CONFIGURATION, String.join(", ", component.configurationPid)));
            case ComponentConfigurationDTO.UNSATISFIED_REFERENCE ->
                Stream.of(configuration.unsatisfiedReferences)
                        .map(reference ->
                                new Problem(component.name, Problem.Kind.REFERENCE, wanted(component, reference)));
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
     * A problem of a component.
     *
     * @param component the name of the component
     * @param kind the kind of problem
     * @param detail the cause, the PID of the configuration, or the interface of the service
     */
    public record Problem(String component, Kind kind, String detail) {
        public enum Kind {
            FAILED,
            CONFIGURATION,
            REFERENCE
        }
    }
}
