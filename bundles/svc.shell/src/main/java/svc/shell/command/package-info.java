/** The command line: parsing of arguments, help, completion and the format of results. */
@NullMarked
package svc.shell.command;

import org.jspecify.annotations.NullMarked;
