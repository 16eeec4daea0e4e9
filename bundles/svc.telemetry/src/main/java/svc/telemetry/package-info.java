/** Usage reports without personal data, which an operator can switch on (TEL-01). */
@NullMarked
package svc.telemetry;

import org.jspecify.annotations.NullMarked;
