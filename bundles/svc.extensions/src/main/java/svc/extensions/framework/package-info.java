/** Access to the OSGi framework: wiring, components, configuration, routes and migrations. */
@NullMarked
package svc.extensions.framework;

import org.jspecify.annotations.NullMarked;
