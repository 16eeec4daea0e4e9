/** The JSON service, implemented with Jackson. No other bundle uses Jackson. */
@NullMarked
package svc.json;

import org.jspecify.annotations.NullMarked;
