package svc.blobs;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.Stored;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Writing;
import svc.api.time.Clock;
import svc.blobs.CollectorRows.Loose;
import svc.blobs.CollectorRows.Place;

/**
 * Removes blobs that nothing refers to and that were not touched for a day, as their files say.
 *
 * <p>First the rights go, in one transaction, and only when that is on the disk the bytes, in another one that looks again
 * whether somebody holds them: so a crash leaves a file that nobody knows at worst, and {@link #strays} finds that. All
 * transactions are those of one thread, which also gives rights and references; none can come in between. One run at a time.
 */
@Component(service = Collector.class)
public final class Collector {

    /** How long a blob is kept that nothing refers to. */
    static final Duration KEPT = Duration.ofHours(24);

    private static final Logger LOG = LoggerFactory.getLogger(Collector.class);
    private static final int PORTION = 32;
    private static final int PAGE = 512;

    private final Store store;
    private final BlobStore bytes;
    private final Clock clock;
    private final LongAdder removed = new LongAdder();
    private volatile boolean stopped;

    /** Collects here. */
    @Activate
    public Collector(@Reference Store store, @Reference BlobStore bytes, @Reference Clock clock) {
        this.store = store;
        this.bytes = bytes;
        this.clock = clock;
    }

    /**
     * What a run did.
     *
     * @param rights how many accounts gave up a blob
     * @param blobs how many were removed
     * @param undated how many stay because their timestamps are in the future or cannot be read
     */
    record Tally(long rights, long blobs, long undated) {
        Tally plus(Tally other) {
            return new Tally(rights + other.rights, blobs + other.blobs, undated + other.undated);
        }
    }

    private static final Tally NOTHING = new Tally(0, 0, 0);

    /** How many were removed since the start. */
    long removed() {
        return removed.sum();
    }

    void stop() {
        stopped = true;
    }

    /** Looks at the blobs that nothing refers to. */
    synchronized Tally loose() {
        Instant now = clock.now();
        Tally tally = NOTHING;
        Loose last = null;
        boolean more = true;
        while (more && !stopped) {
            Loose after = last;
            List<Loose> page =
                    store.read(Scope.system(), snapshot -> CollectorRows.loose(snapshot.sql(), after, now, PORTION));
            tally = tally.plus(giveUp(page, now));
            more = page.size() == PORTION;
            last = more ? page.get(PORTION - 1) : null;
        }
        return told(tally);
    }

    private Tally giveUp(List<Loose> page, Instant now) {
        List<Loose> old = new ArrayList<>();
        long undated = 0;
        for (Loose right : page) {
            Age age = age(right.place(), now);
            undated += age == Age.UNKNOWN ? 1 : 0;
            if (age == Age.OLD || age == Age.GONE) {
                old.add(right);
            }
        }
        if (old.isEmpty()) {
            return new Tally(0, 0, undated);
        }
        List<Loose> given = store.write(
                Scope.system(),
                Writing.named(
                        "svc.blobs: give blobs up",
                        tx -> old.stream()
                                .filter(right ->
                                        stillOld(right.place(), now) && CollectorRows.drop(tx.sql(), right, now))
                                .toList()));
        Set<Place> places = new LinkedHashSet<>();
        given.forEach(right -> places.add(right.place()));
        return new Tally(given.size(), remove(List.copyOf(places), now), undated);
    }

    /** Somebody may have brought it once more in the meantime. */
    private boolean stillOld(Place place, Instant now) {
        Age age = age(place, now);
        return age == Age.OLD || age == Age.GONE;
    }

    /** Looks for files that nobody knows: what was being kept or collected when the server ended. */
    synchronized Tally strays() {
        Instant now = clock.now();
        Tally tally = NOTHING;
        try {
            for (String organization : bytes.organizations()) {
                Optional<BlobId> last = Optional.empty();
                do {
                    List<BlobId> page = bytes.list(organization, last, PAGE);
                    last = page.size() < PAGE ? Optional.empty() : Optional.of(page.get(PAGE - 1));
                    tally = tally.plus(unknown(organization, page, now));
                } while (last.isPresent() && !stopped);
            }
        } catch (IOException e) {
            LOG.warn("The files of blobs cannot be listed; they are looked through another time", e);
        }
        return told(tally);
    }

    private Tally unknown(String organization, List<BlobId> page, Instant now) {
        Set<BlobId> held = page.isEmpty()
                ? Set.of()
                : store.read(Scope.system(), snapshot -> CollectorRows.held(snapshot.sql(), organization, page));
        List<Place> strays = new ArrayList<>();
        long undated = 0;
        for (BlobId id : page) {
            Place place = new Place(organization, id);
            Age age = held.contains(id) ? Age.YOUNG : age(place, now);
            undated += age == Age.UNKNOWN ? 1 : 0;
            if (age == Age.OLD) {
                strays.add(place);
            }
        }
        long blobs = 0;
        for (int from = 0; from < strays.size(); from += PORTION) {
            blobs += remove(strays.subList(from, Math.min(strays.size(), from + PORTION)), now);
        }
        return new Tally(0, blobs, undated);
    }

    private long remove(List<Place> places, Instant now) {
        if (places.isEmpty()) {
            return 0;
        }
        long gone = store.write(Scope.system(), Writing.named("svc.blobs: remove bytes", tx -> {
            long count = 0;
            for (Place place : places) {
                boolean free = !CollectorRows.held(tx.sql(), place);
                if (free && bytes.remove(place.organization(), place.id(), now.minus(KEPT))) {
                    CollectorRows.gone(tx.sql(), place);
                    count++;
                }
            }
            return count;
        }));
        removed.add(gone);
        return gone;
    }

    private enum Age {
        YOUNG,
        OLD,
        /** There is no file. */
        GONE,
        /** Nobody can say; then it stays. */
        UNKNOWN
    }

    private Age age(Place place, Instant now) {
        Optional<Stored> stored = bytes.find(place.organization(), place.id());
        if (stored.isEmpty()) {
            return Age.GONE;
        }
        Optional<Instant> touched = stored.get().touched();
        if (touched.isEmpty() || touched.get().isAfter(now)) {
            LOG.debug("The blob {} stays, for its file was touched at {}", place.id(), touched);
            return Age.UNKNOWN;
        }
        return touched.get().isAfter(now.minus(KEPT)) ? Age.YOUNG : Age.OLD;
    }

    private static Tally told(Tally tally) {
        if (tally.undated() > 0) {
            LOG.warn(
                    "{} blobs that nobody needs stay, because the timestamps of their files lie in the future or cannot be read",
                    tally.undated());
        }
        if (tally.blobs() > 0) {
            LOG.info("{} blobs were removed that nothing referred to", tally.blobs());
        }
        return tally;
    }
}
