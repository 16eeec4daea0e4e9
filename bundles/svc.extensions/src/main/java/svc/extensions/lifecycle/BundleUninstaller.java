package svc.extensions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.BundleRevision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a bundle out of the framework together with all that holds on to it: extensions that use its packages stop first
 * and go on afterwards, and nothing else is touched. Stopping lets calls in flight end.
 */
final class Departure {

    /** Several bundles may each wait five seconds for calls in flight. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private static final Logger LOG = LoggerFactory.getLogger(Departure.class);

    private final Premises premises;

    Departure(Premises premises) {
        this.premises = premises;
    }

    /** Uninstalls, then runs {@code then} on the loop. */
    void leave(Bundle bundle, Runnable then) {
        premises.leaving().add(bundle.getBundleId());
        exchange(bundle, true, () -> {
            premises.leaving().remove(bundle.getBundleId());
            then.run();
        });
    }

    /** Stops a bundle and lets it be resolved anew, so that it takes fragments in. */
    void restart(Bundle bundle) {
        premises.all().get().stream().filter(one -> one.owns(bundle)).forEach(Extension::pause);
        exchange(
                bundle,
                false,
                () -> premises.all().get().stream()
                        .filter(one -> one.owns(bundle))
                        .forEach(Extension::resume));
    }

    private void exchange(Bundle bundle, boolean uninstall, Runnable then) {
        Collection<Bundle> closure = premises.wiring().users(bundle);
        List<Bundle> users = closure.stream().filter(one -> !one.equals(bundle)).toList();
        List<Extension> paused = premises.all().get().stream()
                .filter(extension -> users.stream().anyMatch(extension::owns))
                .toList();
        paused.forEach(Extension::pause);
        Runnable after = () -> {
            then.run();
            paused.forEach(Extension::resume);
            premises.soon().run();
        };
        premises.work()
                .run(
                        "extension-stop-" + bundle.getSymbolicName(),
                        () -> work(bundle, users, uninstall),
                        LONGEST,
                        new BoundedWork.Ending() {
                            @Override
                            public void ended(@Nullable Throwable failure) {
                                if (failure != null) {
                                    LOG.warn(
                                            "{} did not stop cleanly: {}",
                                            bundle.getSymbolicName(),
                                            Causes.brief(failure));
                                }
                                after.run();
                            }

                            @Override
                            public void late() {
                                LOG.warn(
                                        "{} does not come to its end; restart the server to be rid of it",
                                        bundle.getSymbolicName());
                                after.run();
                            }
                        });
    }

    private @Nullable Void work(Bundle bundle, List<Bundle> users, boolean uninstall)
            throws BundleException, InterruptedException {
        users.forEach(Departure::stop);
        stop(bundle);
        try {
            if (uninstall) {
                bundle.uninstall();
            }
        } finally {
            refresh(bundle, users);
        }
        return null;
    }

    /** One that does not stop cleanly must go all the same. */
    private static void stop(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision != null && (revision.getTypes() & BundleRevision.TYPE_FRAGMENT) != 0) {
            return;
        }
        try {
            bundle.stop();
        } catch (BundleException | IllegalStateException e) {
            LOG.warn("{} did not stop cleanly: {}", bundle.getSymbolicName(), Causes.brief(e));
        }
    }

    private void refresh(Bundle bundle, List<Bundle> users) throws InterruptedException {
        List<Bundle> all = new ArrayList<>(users);
        all.add(bundle);
        CountDownLatch done = new CountDownLatch(1);
        premises.wiring().refresh(all, event -> done.countDown());
        done.await();
    }
}
