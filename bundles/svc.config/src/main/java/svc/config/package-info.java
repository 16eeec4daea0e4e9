/**
 * Publishes the checked configuration to the components, and provides the operations on it. The launcher reads and
 * checks the configuration; this bundle passes the result to the Configuration Admin service, once at the start and for
 * each extension that is added.
 */
@NullMarked
package svc.config;

import org.jspecify.annotations.NullMarked;
