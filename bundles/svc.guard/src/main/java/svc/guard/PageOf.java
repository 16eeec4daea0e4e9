package svc.guard;

import org.jspecify.annotations.Nullable;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Page;
import svc.api.operation.Paged;

/** Which part of a list. */
record PageOf(
        @Default(Page.USUAL) @Help("how many at once") int limit,

        @Help("where to go on: next of the part before") @Nullable
        String cursor)
        implements Paged {}
