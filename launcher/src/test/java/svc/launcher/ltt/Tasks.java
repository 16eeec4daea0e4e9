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

/** The type Task, its calls and their responses. The library sets the fields of responses without the constructors. */
public final class Tasks {

    private Tasks() {}

    /** The account capability of tasks. */
    @JmapAccountCapability(namespace = "urn:example:tasks")
    public static final class OfAccount implements AccountCapability {}

    /** A task. */
    @JmapEntity(name = "Task", filterCondition = Ranked.class)
    public static final class Task extends AbstractIdentifiableEntity {

        private final String title;
        private final @Nullable Integer rank;

        /** Creates a task to be stored. */
        public Task(String title, int rank) {
            this.title = title;
            this.rank = rank;
        }

        /** Returns the title. */
        public String title() {
            return title;
        }

        /** Returns the rank; null if it was not requested. */
        public @Nullable Integer rank() {
            return rank;
        }
    }

    /** A filter by rank. */
    public static final class Ranked implements FilterCondition<Task> {

        private final int rank;

        /** Creates a filter for this rank. */
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

        /** Creates tasks. */
        public Set(String accountId, Map<String, Task> create) {
            super(accountId, null, create, null, null, null);
        }
    }

    /** Task/query. */
    @JmapMethod("Task/query")
    public static final class Query extends QueryMethodCall<Task> {

        /** Creates a query with a filter and a sort order that requests the total. */
        public Query(String accountId, Filter<Task> filter, Comparator sort) {
            super(accountId, filter, new Comparator[] {sort}, 0L, null, null, 10L, true);
        }
    }

    /** Task/get. */
    @JmapMethod("Task/get")
    public static final class Get extends GetMethodCall<Task> {

        /** Requests the titles of the results of another call. */
        public Get(String accountId, ResultReference ids) {
            super(accountId, null, new String[] {"title"}, ids);
        }
    }

    /** The response to Task/set. */
    @JmapMethod("Task/set")
    public static final class SetDone extends SetMethodResponse<Task> {
        SetDone(String accountId, Map<String, Task> created, Map<String, SetError> notCreated) {
            super(accountId, null, null, created, null, null, notCreated, null, null);
        }
    }

    /** The response to Task/query. */
    @JmapMethod("Task/query")
    public static final class QueryDone extends QueryMethodResponse<Task> {
        QueryDone(String accountId, String[] ids) {
            super(accountId, null, false, null, ids, null, null);
        }
    }

    /** The response to Task/get. */
    @JmapMethod("Task/get")
    public static final class GetDone extends GetMethodResponse<Task> {
        GetDone(String accountId, Task[] list) {
            super(accountId, null, null, list);
        }
    }
}
