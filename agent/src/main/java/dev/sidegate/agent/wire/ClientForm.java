package dev.sidegate.agent.wire;

import org.jspecify.annotations.Nullable;

/** How a client of the application writes its requests and answers. */
interface ClientForm {

  /** The method of the request that a call begins with. */
  String methodOf(Object[] callArguments) throws ReflectiveOperationException;

  /** The method of a request. */
  String method(Object request) throws ReflectiveOperationException;

  /** Host, in lower case, and port. */
  String authority(Object request) throws ReflectiveOperationException;

  /** The value of a header; null if there is none. */
  @Nullable String header(Object request, String name) throws ReflectiveOperationException;

  /** The request with this header, which it lacks. */
  Object with(Object request, String name, String value) throws ReflectiveOperationException;

  /** The request without this header. */
  Object without(Object request, String name) throws ReflectiveOperationException;

  /** The status of an answer whose head was read. */
  int status(Object response) throws ReflectiveOperationException;

  /** A header of such an answer; null if there is none. */
  @Nullable String headerOf(Object response, String name) throws ReflectiveOperationException;

  /** Whether nothing follows the head of such an answer. */
  boolean isWhole(Object response) throws ReflectiveOperationException;
}
