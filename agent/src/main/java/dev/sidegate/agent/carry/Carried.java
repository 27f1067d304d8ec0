package dev.sidegate.agent.carry;

import dev.sidegate.engine.gate.CarriedContext;

/**
 * What goes with a piece of work.
 *
 * @param context what its giver knew
 * @param handed whether it is over
 */
record Carried(CarriedContext context, Handed handed) {}
