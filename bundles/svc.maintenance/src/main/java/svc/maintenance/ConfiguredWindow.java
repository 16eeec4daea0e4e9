package svc.maintenance;

import java.time.Instant;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.lifecycle.MaintenanceWindow;
import svc.api.time.Clock;

/** The window of {@code [maintenance]}. Thread-safe. */
@Component(configurationPid = "svc.maintenance")
@Designate(ocd = MaintenanceConfig.class)
public final class ConfiguredWindow implements MaintenanceWindow {

    private final Optional<WeeklyWindow> window;
    private final Clock clock;

    @Activate
    public ConfiguredWindow(MaintenanceConfig config, @Reference Clock clock) {
        this.window =
                Optional.of(config.window()).filter(text -> !text.isBlank()).map(WeeklyWindow::parse);
        this.clock = clock;
    }

    @Override
    public boolean permits(Instant last) {
        return window.isEmpty() || window.get().permits(last, clock.now());
    }
}
