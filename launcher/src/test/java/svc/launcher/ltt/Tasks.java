package svc.launcher.ltt;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import rs.ltt.jmap.annotation.JmapAccountCapability;
import rs.ltt.jmap.annotation.JmapEntity;
import rs.ltt.jmap.annotation.JmapMethod;
import rs.ltt.jmap.common.Request.Invocation.ResultReference;
import rs.ltt.jmap.common.entity.AbstractIdentifiableEntity;
import rs.ltt.jmap.common.entity.AccountCapability;
import rs.ltt.jmap.common.entity.Comparator;
import rs.ltt.jmap.common.entity.SetError;
import rs.ltt.jmap.common.entity.filter.Filter;
import rs.ltt.jmap.common.entity.filter.FilterCondition;
import rs.ltt.jmap.common.method.call.standard.GetMethodCall;
import rs.ltt.jmap.common.method.call.standard.QueryMethodCall;
import rs.ltt.jmap.common.method.call.standard.SetMethodCall;
import rs.ltt.jmap.common.method.response.standard.GetMethodResponse;
import rs.ltt.jmap.common.method.response.standard.QueryMethodResponse;
import rs.ltt.jmap.common.method.response.standard.SetMethodResponse;

/** The type Task, its calls, and what comes back. What comes back is filled in by the library, past the constructors. */
public final class Tasks {

    private Tasks() {}

    /** That an account has tasks. */
    @JmapAccountCapability(namespace = "urn:example:tasks")
    public static final class OfAccount implements AccountCapability {}

    /** One task. */
    @JmapEntity(name = "Task", filterCondition = Ranked.class)
    public static final class Task extends AbstractIdentifiableEntity {

        private final String title;
        private final @Nullable Integer rank;

        /** A task to make. */
        public Task(String title, int rank) {
            this.title = title;
            this.rank = rank;
        }

        /** What it is called. */
        public String title() {
            return title;
        }

        /** How urgent it is; null where it was not asked for. */
        public @Nullable Integer rank() {
            return rank;
        }
    }

    /** Those of one rank. */
    public static final class Ranked implements FilterCondition<Task> {

        private final int rank;

        /** Those of this rank. */
        public Ranked(int rank) {
            this.rank = rank;
        }

        @Override
        public int compareTo(Filter<Task> other) {
            return toQueryString().compareTo(other.toQueryString());
        }

        @Override
        public String toQueryString() {
            return Integer.toString(rank);
        }
    }

    /** Task/set. */
    @JmapMethod("Task/set")
    public static final class Set extends SetMethodCall<Task> {

        /** Makes tasks. */
        public Set(String accountId, Map<String, Task> create) {
            super(accountId, null, create, null, null, null);
        }
    }

    /** Task/query. */
    @JmapMethod("Task/query")
    public static final class Query extends QueryMethodCall<Task> {

        /** Which, in which order, and how many of them all. */
        public Query(String accountId, Filter<Task> filter, Comparator sort) {
            super(accountId, filter, new Comparator[] {sort}, 0L, null, null, 10L, true);
        }
    }

    /** Task/get. */
    @JmapMethod("Task/get")
    public static final class Get extends GetMethodCall<Task> {

        /** The titles of those that another call finds. */
        public Get(String accountId, ResultReference ids) {
            super(accountId, null, new String[] {"title"}, ids);
        }
    }

    /** What Task/set answers. */
    @JmapMethod("Task/set")
    public static final class SetDone extends SetMethodResponse<Task> {
        SetDone(String accountId, Map<String, Task> created, Map<String, SetError> notCreated) {
            super(accountId, null, null, created, null, null, notCreated, null, null);
        }
    }

    /** What Task/query answers. */
    @JmapMethod("Task/query")
    public static final class QueryDone extends QueryMethodResponse<Task> {
        QueryDone(String accountId, String[] ids) {
            super(accountId, null, false, null, ids, null, null);
        }
    }

    /** What Task/get answers. */
    @JmapMethod("Task/get")
    public static final class GetDone extends GetMethodResponse<Task> {
        GetDone(String accountId, Task[] list) {
            super(accountId, null, null, list);
        }
    }
}
