package svc.store.sqlite.changelog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import svc.api.store.Facets;
import svc.api.store.State;
import svc.api.store.StoreException;
import svc.store.sqlite.changelog.ChangeRows.Change;
import svc.store.sqlite.changelog.ChangeRows.Event;
import svc.store.sqlite.changelog.GroupStates.Sequence;
import svc.store.sqlite.changelog.WatchedContainers.Container;
import svc.store.sqlite.sql.StatementCache;

/**
 * The changes of one write in progress. The changes are collected in memory and written in sets at the end of the
 * write, or earlier when the write reads them. When a part of the write fails, its changes are reverted ({@link #mark},
 * {@link #back}). Not thread-safe.
 */
public final class ChangeLog {

    private final StatementCache db;
    private final TypeNumbers types;
    private final GroupStates heads;
    private final WatchedContainers watched;
    private final List<Change> changes = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private int written;
    private Map<Long, Sequence> sequences = new HashMap<>();
    private Map<String, Long> made = new HashMap<>();

    public ChangeLog(StatementCache db, TypeNumbers types, GroupStates heads) {
        this.db = db;
        this.types = types;
        this.heads = heads;
        this.watched = new WatchedContainers(db);
    }

    /** A position in the log to which {@link #back} can return. */
    public record Mark(int changes, int later, int written, Map<Long, Long> next, Map<String, Long> made) {}

    /**
     * Loads the epoch of an account and the number of its next change. Throws a {@link StoreException} when the account
     * does not exist.
     */
    public void open(long account) {
        Sequence inGroup = heads.sequence(account);
        if (inGroup != null) {
            sequences.put(account, inGroup);
            return;
        }
        List<Sequence> found = db.list(
                "SELECT epoch, next_seq, EXISTS (SELECT 1 FROM watched AS w WHERE w.account = a.n)"
                        + " FROM account AS a WHERE n = ?",
                row -> new Sequence(row.getLong(1), row.getLong(2), row.getLong(3) == 1),
                account);
        if (found.isEmpty()) {
            throw new StoreException(StoreException.Kind.NO_ACCOUNT, "There is no account " + account + ".", null);
        }
        sequences.put(account, found.get(0));
    }

    public long created(long account, String type, Facets facets) {
        long seq = take(account);
        changes.add(new Change(account, TypeNumbers.checked(type), Event.CREATED, seq, seq, facets));
        return seq;
    }

    public void add(long account, String type, Event event, long n, Facets facets) {
        add(account, type, event, n, facets, 0);
    }

    private void add(long account, String type, Event event, long n, Facets facets, long container) {
        if (n < 1 || (event == Event.RECREATED && n >= sequence(account).next())) {
            throw new IllegalStateException("No " + type + " was created with the number " + n);
        }
        changes.add(new Change(account, TypeNumbers.checked(type), event, n, take(account), facets, container));
    }

    /** Logs that an object joined or left a container, if the container is watched. Returns whether it is. */
    public boolean moved(long account, String type, Event event, long n, long container) {
        if (sequence(account).isWatched() && watched.contains(new Container(account, type(type), container))) {
            add(account, type, event, n, Facets.ALL, container);
            return true;
        }
        return false;
    }

    /** Begins or continues to watch a container. */
    public void watch(long account, String type, long container, Collection<Long> members, boolean complete) {
        write();
        Container added = new Container(account, numbered(type), container);
        if (WatchedContainers.isComplete(db, account, added.type(), container)) {
            return;
        }
        sequences.put(account, sequence(account).watched());
        watched.add(added, members);
        if (complete) {
            watched.complete(added, state(account, type).sequence());
        }
    }

    /** Ends to watch a container, after what was collected for it has been written. */
    public void unwatch(long account, String type, long container) {
        if (sequence(account).isWatched()) {
            write();
            watched.remove(new Container(account, type(type), container));
        }
    }

    /** Raises the state of a type without a change of an object. */
    public void touched(long account, String type) {
        long seq = take(account);
        changes.add(new Change(account, TypeNumbers.checked(type), Event.TOUCHED, seq, seq, Facets.ALL));
    }

    /** Returns whether this write created an object. */
    public boolean creates() {
        return changes.stream()
                .anyMatch(change -> change.event() == Event.CREATED || change.event() == Event.CREATED_AS);
    }

    public void afterCommit(Runnable work) {
        later.add(work);
    }

    /** Returns the callbacks to run after the commit. */
    public List<Runnable> later() {
        return later;
    }

    private Sequence sequence(long account) {
        Sequence sequence = sequences.get(account);
        if (sequence == null) {
            throw new IllegalStateException("The account " + account + " is not open in this write");
        }
        return sequence;
    }

    private long take(long account) {
        Sequence sequence = sequence(account);
        sequences.put(account, sequence.at(sequence.next() + 1));
        return sequence.next();
    }

    /** Returns the types that this write and earlier writes of the group changed in an account. */
    public Set<String> changedTypes(long account) {
        Set<String> types = new LinkedHashSet<>(heads.types(account));
        for (Change change : changes) {
            if (change.account() == account) {
                types.add(change.type());
            }
        }
        return types;
    }

    public State state(long account, String type) {
        for (int i = changes.size() - 1; i >= 0; i--) {
            Change change = changes.get(i);
            if (change.account() == account && change.type().equals(type)) {
                return new State(sequence(account).epoch(), change.seq());
            }
        }
        State inGroup = heads.state(account, type);
        return inGroup != null
                ? inGroup
                : new State(sequence(account).epoch(), StateRows.head(db, account, type(type)));
    }

    /**
     * Returns the number of the last change in one of the facets for each of the objects, if this write has updated all of
     * them in one of the facets; otherwise empty.
     */
    public Optional<Map<Long, Long>> lastChanges(long account, String type, Collection<Long> numbers, Facets facets) {
        Set<Long> wanted = new HashSet<>(numbers);
        Map<Long, Long> last = new HashMap<>();
        for (Change change : changes) {
            if (change.account() == account && change.type().equals(type) && wanted.contains(change.n())) {
                if (change.event() == Event.DESTROYED) {
                    return Optional.empty();
                } else if (change.event().updates() && change.facets().intersects(facets)) {
                    last.put(change.n(), change.seq());
                }
            }
        }
        return last.size() == wanted.size() ? Optional.of(last) : Optional.empty();
    }

    /**
     * Returns the number under which a type is stored ({@link TypeNumbers}), as this write sees it, or
     * {@link TypeNumbers#NONE}.
     */
    public long type(String type) {
        long known = types.known(type);
        if (known == TypeNumbers.NONE) {
            known = heads.type(type);
        }
        if (known == TypeNumbers.NONE) {
            known = made.getOrDefault(type, TypeNumbers.NONE);
        }
        return known == TypeNumbers.NONE ? TypeNumbers.select(db, TypeNumbers.checked(type)) : known;
    }

    /** Returns the number of a type. A type without a number gets a new one. */
    public long numbered(String type) {
        long known = type(type);
        if (known == TypeNumbers.NONE) {
            known = TypeNumbers.insert(db, type);
            made.put(type, known);
        }
        return known;
    }

    public Mark mark() {
        Map<Long, Long> next = new HashMap<>();
        sequences.forEach((account, sequence) -> next.put(account, sequence.next()));
        return new Mark(changes.size(), later.size(), written, next, Map.copyOf(made));
    }

    /** Removes the changes after the mark. The caller has already rolled back the database. */
    public void back(Mark mark) {
        changes.subList(mark.changes(), changes.size()).clear();
        later.subList(mark.later(), later.size()).clear();
        written = mark.written();
        made = new HashMap<>(mark.made());
        watched.forget();
        Map<Long, Sequence> earlier = new HashMap<>();
        mark.next()
                .forEach((account, next) ->
                        earlier.put(account, sequence(account).at(next)));
        sequences = earlier;
    }

    /** Writes the rows of the changes collected so far. */
    public void write() {
        Map<Long, Map<String, List<Change>>> sorted = new LinkedHashMap<>();
        for (Change change : changes.subList(written, changes.size())) {
            sorted.computeIfAbsent(change.account(), account -> new LinkedHashMap<>())
                    .computeIfAbsent(change.type(), type -> new ArrayList<>())
                    .add(change);
        }
        written = changes.size();
        sorted.forEach((account, ofTypes) -> ofTypes.forEach((type, ofType) -> {
            new ChangeRows(db, account, numbered(type)).write(ofType);
            if (sequence(account).isWatched()) {
                new MembershipRows(db, account, numbered(type)).write(ofType);
            }
        }));
    }

    /** Writes all remaining rows, and returns the new states by account and type. */
    public Map<Long, Map<String, State>> finish() {
        write();
        Map<Long, Map<String, State>> states = new LinkedHashMap<>();
        for (Change change : changes) {
            states.computeIfAbsent(change.account(), account -> new LinkedHashMap<>())
                    .put(change.type(), new State(sequence(change.account()).epoch(), change.seq()));
        }
        return states;
    }

    /** Passes the result of a successful write to the group. */
    public void handOver(Map<Long, Map<String, State>> states) {
        heads.merge(sequences, states, made);
    }
}
