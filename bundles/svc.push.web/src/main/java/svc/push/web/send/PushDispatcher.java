package svc.push.web;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.boot.BootStep;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.Sights;
import svc.api.json.Json;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.Scope;
import svc.api.store.StateBus;
import svc.api.store.StateChange;
import svc.api.store.Store;
import svc.api.store.Writing;
import svc.api.time.Clock;

/**
 * Tells those who are not connected. It hears of changes after their commit and remembers of each subscription up to where its
 * client was told; what is new is read when the message goes out, so that whatever heaps up meanwhile costs nothing. Any thread.
 */
@Component(
        service = {Courier.class, MetricSource.class, Callable.class},
        configurationPid = "svc.push",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@BootStep(moment = BootStep.Moment.READY)
public final class Courier implements MetricSource, Callable<String> {

    /** How often the code is sent to a service that did not get it, the first time included. */
    static final int CODES = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Courier.class);

    /** A host that takes longer gets one message at a time. */
    private static final Duration SOON = Duration.ofSeconds(2);

    private static final Duration LATE = Duration.ofSeconds(10);
    private static final int PORTION = 500;

    private final Store store;
    private final Sights sights;
    private final Clock clock;
    private final Book book = new Book();
    private final Senders senders = new Senders();
    private final Meters meters = new Meters();
    private final SecureRandom random = new SecureRandom();
    private final Messages messages;
    private final Housekeeping housekeeping;
    private final StateBus.Listening listening;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final Clock.Alarm late;
    private volatile boolean stopped;

    /** Listens from now on. */
    @Activate
    public Courier(
            WebPushConfig config,
            @Reference Store store,
            @Reference StateBus bus,
            @Reference Sights sights,
            @Reference Directory directory,
            @Reference Vapid vapid,
            @Reference Json json,
            @Reference Clock clock) {
        this.store = store;
        this.sights = sights;
        this.clock = clock;
        Door door = new Door(config.allow_private_targets(), Names.OF_THE_MACHINE);
        Post post = new Post(() -> (SSLSocketFactory) SSLSocketFactory.getDefault(), clock);
        this.messages = new Messages(vapid, door, post, json, meters, clock);
        this.housekeeping = new Housekeeping(store, directory, clock, book, meters, senders::run);
        this.listening = bus.listen(this::changed);
        // One that comes to a server that runs is told of no moment.
        this.late = clock.after(LATE, this::begin);
    }

    /** Says that it is there, to those who stand and fall with it. */
    void isThere() {
        LOG.trace("there");
    }

    /** Takes up what was there before, and tells what was missed. */
    @Override
    public String call() {
        begin();
        return "";
    }

    private void begin() {
        if (!begun.getAndSet(true)) {
            senders.run(this::takeUp);
            housekeeping.begin();
        }
    }

    private void takeUp() {
        List<Subscription> portion = after(0);
        while (!portion.isEmpty() && !stopped) {
            for (Subscription subscription : portion) {
                Line line = book.add(line(subscription));
                if (subscription.verified() || subscription.asked() == 0) {
                    poke(line);
                }
            }
            portion = after(portion.get(portion.size() - 1).n());
        }
    }

    private List<Subscription> after(long n) {
        return store.read(Scope.system(), snapshot -> SubscriptionRows.after(snapshot.sql(), n, PORTION));
    }

    private Line line(Subscription of) {
        return new Line(of, of.target().authority(), new Pacing(clock, random));
    }

    /** A subscription was made: its client is to get the code. */
    void made(Subscription subscription) {
        poke(book.add(line(subscription)));
    }

    /** Its owner wants it otherwise, or has shown the code. */
    void follow(Subscription now) {
        Line line = book.add(line(now));
        line.follow(now);
        if (now.verified()) {
            poke(line);
        }
    }

    /** Its owner has ended it. */
    void ended(Owner owner, long n) {
        book.find(owner.account(), n).ifPresent(book::remove);
        housekeeping.deleted();
    }

    private void changed(StateChange change) {
        for (Line line : book.of(change.scope().n())) {
            if (line.wants(change.states().keySet())) {
                poke(line);
            }
        }
    }

    private void poke(Line line) {
        OptionalLong rest = line.wake();
        if (rest.isPresent() && rest.getAsLong() == 0) {
            send(line);
        } else if (rest.isPresent()) {
            line.waits(clock.after(Duration.ofNanos(rest.getAsLong()), () -> send(line)));
        }
    }

    private void send(Line line) {
        if (!stopped) {
            senders.send(line.owner().account(), line.host(), () -> run(line));
        }
    }

    private void run(Line line) {
        try {
            if (line.begin()) {
                work(line);
            }
        } catch (RuntimeException e) {
            if (!stopped) {
                LOG.warn("What was to be told to a push service failed; it is tried again later", e);
                line.failed(new Outcome.Unanswered());
            }
        } finally {
            if (line.end() && !stopped) {
                poke(line);
            }
        }
    }

    private void work(Line line) {
        Optional<Subscription> subscription =
                store.read(Scope.system(), snapshot -> SubscriptionRows.find(snapshot.sql(), line.n()));
        Optional<Caller> caller = subscription.flatMap(of -> housekeeping.caller(line));
        if (subscription.isEmpty()) {
            book.remove(line);
        } else if (caller.isEmpty()) {
            housekeeping.drop("sign_in", List.of(line));
        } else if (line.expired(clock.now())) {
            housekeeping.drop("expired", List.of(line));
        } else if (subscription.get().verified()) {
            tell(line, subscription.get(), caller.get());
        } else {
            ask(line, subscription.get());
        }
    }

    private void ask(Line line, Subscription of) {
        if (of.asked() >= CODES) {
            return;
        }
        // Written down before it is sent: nobody is asked more often because a server ends.
        store.write(Scope.system(), Writing.named("svc.push.web: a code is sent", tx -> {
            SubscriptionRows.asked(tx.sql(), of.n());
            return true;
        }));
        Outcome outcome = noted(line, () -> messages.code(of));
        if (!outcome.taken() && outcome.again() && of.asked() + 1 < CODES) {
            line.failed(outcome);
        }
    }

    private void tell(Line line, Subscription to, Caller caller) {
        News news = News.of(caller, line.told(), to.types(), sights, store);
        for (News.StateChange change : news.objects()) {
            Outcome outcome = noted(line, () -> messages.change(to, change));
            if (outcome.gone()) {
                return;
            } else if (!outcome.taken()) {
                line.failed(outcome);
                return;
            }
        }
        line.settle(news.at());
    }

    /** Sends, and draws the conclusions that are the same of every message. */
    private Outcome noted(Line line, Supplier<Outcome> sending) {
        long began = clock.nanos();
        Outcome outcome = sending.get();
        long took = clock.nanos() - began;
        boolean answered = outcome.status() > 0 && outcome.status() / 100 != 5;
        senders.note(line.host(), answered && took < SOON.toNanos());
        if (outcome.gone()) {
            housekeeping.drop("gone", List.of(line));
        } else if (outcome.taken()) {
            line.taken(took);
        }
        return outcome;
    }

    @Override
    public void tell(MetricSink sink) {
        meters.tell(sink, book.all().size());
    }

    /** Ends, and writes down up to where everybody was told. */
    @Deactivate
    public void stop() {
        stopped = true;
        late.cancel();
        listening.close();
        senders.stop();
        housekeeping.end();
    }
}
