/** The metrics of the server in the text format of Prometheus, and the token that protects them. */
@NullMarked
package svc.admin.metrics;

import org.jspecify.annotations.NullMarked;
