/**
 * What a thread knows of its calls goes with the work that it hands over: scope, planning, and the
 * attempt that the work is for. The JDK's executors, futures and threads are woven here, with the
 * first guarded class. Work that goes elsewhere is noted as untied; a queue that some other thread
 * drains is not seen.
 */
@NullMarked
package dev.sidegate.agent.carry;

import org.jspecify.annotations.NullMarked;
