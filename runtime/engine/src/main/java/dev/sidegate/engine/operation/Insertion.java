package dev.sidegate.engine.operation;

import java.util.List;
import java.util.UUID;

/**
 * What writes a request on a connection of the application's.
 *
 * @param id the request's
 * @param statement JDBC, with a question mark for each parameter
 * @param parameters in their order: texts, integers, bytes
 */
public record Insertion(UUID id, String statement, List<Object> parameters) {
  /** Copies the list. */
  public Insertion {
    parameters = List.copyOf(parameters);
  }
}
