package svc.shell.command;

import org.apache.felix.service.command.Converter;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Converts the number or symbolic name of a bundle to the bundle, for Gogo commands. Thread-safe. */
@Component(service = Converter.class, property = Converter.CONVERTER_CLASSES + "=org.osgi.framework.Bundle")
public final class BundleConverter implements Converter {

    private final BundleContext context;

    @Activate
    public BundleConverter(BundleContext context) {
        this.context = context;
    }

    @Override
    public @Nullable Object convert(Class<?> type, Object word) {
        if (type != Bundle.class) {
            return null;
        }
        String text = word.toString();
        for (Bundle bundle : context.getBundles()) {
            if (text.equals(String.valueOf(bundle.getBundleId())) || text.equals(bundle.getSymbolicName())) {
                return bundle;
            }
        }
        return null;
    }

    @Override
    public @Nullable CharSequence format(Object target, int level, Converter others) {
        return target instanceof Bundle bundle && level != INSPECT ? bundle.getSymbolicName() : null;
    }
}
