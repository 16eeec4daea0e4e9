package svc.push;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import svc.api.store.StateBus;
import svc.api.store.StateChange;
import svc.api.store.StateListener;

/** The bus of a server that is one node: what its own store tells is all there is. */
@Component(service = {StateBus.class, StateListener.class})
public final class LocalBus implements StateBus, StateListener {

    private final List<StateListener> listeners = new CopyOnWriteArrayList<>();

    /** Nobody listens yet. */
    @Activate
    public LocalBus() {}

    @Override
    public Listening listen(StateListener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void changed(StateChange change) {
        listeners.forEach(listener -> listener.changed(change));
    }
}
