/** The folder of extension jars, and the watch for changes in it. */
@NullMarked
package svc.extensions.folder;

import org.jspecify.annotations.NullMarked;
