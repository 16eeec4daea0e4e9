package svc.extensions;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;

/**
 * The life of one jar: found, installed, started, and gone again. Each step may be asked for at any time and does what is
 * possible now. All of it happens on the loop.
 */
final class Extension {

    private final Premises premises;
    private final ExtensionsFolder.Found found;
    private final Setback setback;
    private final Announcement announcement;
    private final Preparation preparation;
    private Stage stage = Stage.FOUND;
    private Optional<JarFacts> facts = Optional.empty();
    private @Nullable Bundle bundle;
    private @Nullable Runnable afterwards;
    private @Nullable Judgement judgement;
    private boolean reconsidered;

    /**
     * A jar that was found.
     *
     * @param before what the file of this name was before
     */
    Extension(Premises premises, ExtensionsFolder.Found found, Optional<JarFacts> before) {
        this.premises = premises;
        this.setback = new Setback(premises, found, before);
        this.found = found;
        this.announcement = new Announcement(premises, found);
        this.preparation = new Preparation(premises, found, setback);
    }

    /** Goes on as far as it can. */
    void advance(boolean mayStart) {
        try {
            if (stage == Stage.FOUND) {
                install();
            }
            if (stage == Stage.INSTALLED && mayStart) {
                prepare(installed());
            }
            if (stage == Stage.STARTED) {
                judge(installed());
            }
        } catch (Refusal refusal) {
            refuse(refusal.verdict(), RefusalRecords.Stage.LOOK);
        }
    }

    /** Looks again at what was refused because of others. */
    void reconsider() {
        if (stage == Stage.REFUSED) {
            stage = Stage.FOUND;
        }
        reconsidered = stage == Stage.LEAVING;
    }

    /** Takes it out of the framework, then runs {@code then}; once it does not start any more. */
    void retire(Runnable then) {
        if (stage == Stage.STARTING || stage == Stage.LEAVING || stage == Stage.PAUSED) {
            afterwards = then;
        } else {
            leave(Stage.GONE, then);
        }
    }

    /** Stands still while packages that it uses are exchanged. */
    void pause() {
        if (stage != Stage.STARTING && stage != Stage.LEAVING) {
            stage = Stage.PAUSED;
        }
    }

    /** The packages are exchanged. */
    void resume() {
        if (stage == Stage.PAUSED) {
            stage = Stage.INSTALLED;
            Runnable wanted = afterwards;
            if (wanted != null) {
                leave(Stage.GONE, wanted);
            }
        }
    }

    boolean owns(Bundle some) {
        return some.equals(bundle);
    }

    /** Its bundle, once that has started. */
    Optional<Bundle> running() {
        return stage == Stage.STARTED ? Optional.of(installed()) : Optional.empty();
    }

    Optional<JarFacts> facts() {
        return facts;
    }

    private void install() throws Refusal {
        JarFacts sound = facts.isPresent() ? facts.get() : JarInspection.inspect(found.file());
        facts = Optional.of(sound);
        Optional<Verdict> earlier = premises.records().lasting(sound.hash());
        if (earlier.isPresent()) {
            stage = Stage.SKIPPED;
            announcement.publish(facts, -1, earlier.get());
        } else if (Neighbours.check(premises, sound, found.file())) {
            ErasureDeclaration.demand(sound);
            bundle = Installation.install(premises, found.file());
            stage = Stage.INSTALLED;
        }
    }

    private void prepare(Bundle fresh) throws Refusal {
        JarFacts known = facts.orElseThrow();
        Optional<Verdict> missing = preparation.missing(fresh, known);
        if (missing.isPresent()) {
            settle(missing.get(), RefusalRecords.Stage.LOOK);
        } else if (known.host().isPresent()) {
            stage = Stage.STARTED;
        } else {
            stage = Stage.STARTING;
            new Launch(premises, fresh, known, this::launched).begin();
        }
    }

    private void launched(Optional<Verdict> objection) {
        Runnable wanted = afterwards;
        if (objection.isPresent()) {
            refuse(objection.get(), RefusalRecords.Stage.RUN);
        } else if (wanted != null) {
            leave(Stage.GONE, wanted);
        } else {
            stage = Stage.STARTED;
            judgement = new Judgement(premises);
            judge(installed());
        }
    }

    private void judge(Bundle running) {
        Judgement judge = judgement;
        if (judge == null) {
            // A fragment: it lives in its host.
            boolean attached = running.getState() == Bundle.RESOLVED;
            stage = attached ? stage : Stage.INSTALLED;
            announcement.publish(facts, running.getBundleId(), Verdict.ACTIVE);
        } else {
            Judgement.Outcome outcome = judge.of(running);
            settle(outcome.verdict(), outcome.stage());
        }
    }

    private void settle(Verdict verdict, RefusalRecords.Stage kind) {
        switch (verdict.state()) {
            case REFUSED -> refuse(verdict, kind);
            case WAITING -> announcement.waitFor(facts, installed().getBundleId(), verdict);
            case ACTIVE -> {
                setback.overcome();
                announcement.publish(facts, installed().getBundleId(), verdict);
            }
        }
    }

    private void refuse(Verdict verdict, RefusalRecords.Stage kind) {
        announcement.publish(facts, -1, verdict);
        setback.refused(facts, kind, verdict);
        Runnable wanted = afterwards;
        if (wanted != null) {
            leave(Stage.GONE, wanted);
        } else {
            leave(kind == RefusalRecords.Stage.RUN ? Stage.SKIPPED : Stage.REFUSED, () -> {});
        }
    }

    private void leave(Stage end, Runnable then) {
        Bundle gone = bundle;
        bundle = null;
        afterwards = null;
        judgement = null;
        if (gone == null) {
            stage = end;
            then.run();
            return;
        }
        stage = Stage.LEAVING;
        reconsidered = false;
        premises.settings().release(found.file());
        new Departure(premises).leave(gone, () -> {
            Runnable wanted = afterwards;
            stage = wanted == null ? end : Stage.GONE;
            reconsiderIfAsked();
            then.run();
            if (wanted != null) {
                wanted.run();
            }
        });
    }

    /** The other one may have gone while this one was still on its way out. */
    private void reconsiderIfAsked() {
        if (reconsidered && stage == Stage.REFUSED) {
            stage = Stage.FOUND;
            premises.soon().run();
        }
    }

    private Bundle installed() {
        return Objects.requireNonNull(bundle);
    }

    private enum Stage {
        FOUND,
        INSTALLED,
        PAUSED,
        STARTING,
        STARTED,
        LEAVING,
        REFUSED,
        SKIPPED,
        GONE
    }
}
