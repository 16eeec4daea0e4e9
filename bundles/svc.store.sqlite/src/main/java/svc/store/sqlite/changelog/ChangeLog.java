package svc.store.sqlite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.Facets;
import svc.api.store.State;
import svc.api.store.StoreProblem;
import svc.store.sqlite.ChangeRows.Change;
import svc.store.sqlite.ChangeRows.Event;
import svc.store.sqlite.Heads.Sequence;

/**
 * The changes of one running write. They are gathered in memory and written a set at a time: at the write's end, or earlier
 * when the write itself asks for them. A part of the write that fails takes its own back ({@link #mark}, {@link #back}).
 */
final class ChangeLog {

    private final Statements db;
    private final TypeNumbers types;
    private final Heads heads;
    private final List<Change> changes = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private int written;
    private Map<Long, Sequence> sequences = new HashMap<>();
    private Map<String, Long> made = new HashMap<>();

    ChangeLog(Statements db, TypeNumbers types, Heads heads) {
        this.db = db;
        this.types = types;
        this.heads = heads;
    }

    /** How far the log had come. */
    record Mark(int changes, int later, int written, Map<Long, Long> next, Map<String, Long> made) {}

    /** Looks an account up; refuses when there is none. */
    void open(long account) {
        Sequence inGroup = heads.sequence(account);
        if (inGroup != null) {
            sequences.put(account, inGroup);
            return;
        }
        List<Sequence> found = db.list(
                "SELECT epoch, next_seq FROM account WHERE n = ?",
                row -> new Sequence(row.getLong(1), row.getLong(2)),
                account);
        if (found.isEmpty()) {
            throw new StoreProblem(StoreProblem.Kind.NO_ACCOUNT, "There is no account " + account + ".", null);
        }
        sequences.put(account, found.get(0));
    }

    long created(long account, String type, Facets facets) {
        long seq = take(account);
        changes.add(new Change(account, TypeNumbers.checked(type), Event.CREATED, seq, seq, facets));
        return seq;
    }

    void add(long account, String type, Event event, long n, Facets facets) {
        if (n < 1 || n >= sequence(account).next()) {
            throw new IllegalStateException("No " + type + " was ever born with the number " + n);
        }
        changes.add(new Change(account, TypeNumbers.checked(type), event, n, take(account), facets));
    }

    void afterCommit(Runnable work) {
        later.add(work);
    }

    /** What is to be run when the changes are on the disk. */
    List<Runnable> later() {
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
        sequences.put(account, new Sequence(sequence.epoch(), sequence.next() + 1));
        return sequence.next();
    }

    /** The types that this write and the group before it changed in an account. */
    Set<String> touched(long account) {
        Set<String> touched = new LinkedHashSet<>(heads.types(account));
        for (Change change : changes) {
            if (change.account() == account) {
                touched.add(change.type());
            }
        }
        return touched;
    }

    State state(long account, String type) {
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

    /** The number of a type as this write sees it, or {@link TypeNumbers#NONE}. */
    long type(String type) {
        long known = types.known(type);
        if (known == TypeNumbers.NONE) {
            known = heads.type(type);
        }
        if (known == TypeNumbers.NONE) {
            known = made.getOrDefault(type, TypeNumbers.NONE);
        }
        return known == TypeNumbers.NONE ? TypeNumbers.select(db, TypeNumbers.checked(type)) : known;
    }

    /** The number of a type, which gets one now if it has none. */
    long numbered(String type) {
        long known = type(type);
        if (known == TypeNumbers.NONE) {
            known = TypeNumbers.insert(db, type);
            made.put(type, known);
        }
        return known;
    }

    Mark mark() {
        Map<Long, Long> next = new HashMap<>();
        sequences.forEach((account, sequence) -> next.put(account, sequence.next()));
        return new Mark(changes.size(), later.size(), written, next, Map.copyOf(made));
    }

    /** Forgets what came after the mark; the database has gone back already. */
    void back(Mark mark) {
        changes.subList(mark.changes(), changes.size()).clear();
        later.subList(mark.later(), later.size()).clear();
        written = mark.written();
        made = new HashMap<>(mark.made());
        Map<Long, Sequence> earlier = new HashMap<>();
        mark.next()
                .forEach((account, next) ->
                        earlier.put(account, new Sequence(sequence(account).epoch(), next)));
        sequences = earlier;
    }

    /** Writes the rows of the changes gathered so far. */
    void write() {
        Map<Long, Map<String, List<Change>>> sorted = new LinkedHashMap<>();
        for (Change change : changes.subList(written, changes.size())) {
            sorted.computeIfAbsent(change.account(), account -> new LinkedHashMap<>())
                    .computeIfAbsent(change.type(), type -> new ArrayList<>())
                    .add(change);
        }
        written = changes.size();
        sorted.forEach((account, ofTypes) ->
                ofTypes.forEach((type, ofType) -> new ChangeRows(db, account, numbered(type)).write(ofType)));
    }

    /** Writes all rows there are to write; the new states by scope and type. */
    Map<Long, Map<String, State>> finish() {
        write();
        Map<Long, Map<String, State>> states = new LinkedHashMap<>();
        for (Change change : changes) {
            states.computeIfAbsent(change.account(), account -> new LinkedHashMap<>())
                    .put(change.type(), new State(sequence(change.account()).epoch(), change.seq()));
        }
        return states;
    }

    /** Hands what is to stay over to the group. */
    void handOver(Map<Long, Map<String, State>> states) {
        heads.merge(sequences, states, made);
    }
}
