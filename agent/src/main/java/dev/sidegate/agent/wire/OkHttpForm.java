package dev.sidegate.agent.wire;

import dev.sidegate.agent.library.Reflected;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** OkHttp's requests, which never change, and its builders of answers. */
final class OkHttpForm implements ClientForm {

  @Override
  public String methodOf(Object[] callArguments) throws ReflectiveOperationException {
    return method(Reflected.demand(callArguments[0], "request"));
  }

  @Override
  public String method(Object request) throws ReflectiveOperationException {
    return (String) Reflected.demand(request, "method");
  }

  @Override
  public String authority(Object request) throws ReflectiveOperationException {
    Object url = Reflected.demand(request, "url");
    return String.valueOf(Reflected.call(url, "host")).toLowerCase(Locale.ROOT)
        + ":"
        + Reflected.call(url, "port");
  }

  @Override
  public @Nullable String header(Object request, String name) throws ReflectiveOperationException {
    return (String) Reflected.call(request, "header", name);
  }

  @Override
  public Object with(Object request, String name, String value)
      throws ReflectiveOperationException {
    Object builder = Reflected.demand(request, "newBuilder");
    return Reflected.demand(Reflected.demand(builder, "header", name, value), "build");
  }

  @Override
  public Object without(Object request, String name) throws ReflectiveOperationException {
    Object builder = Reflected.demand(request, "newBuilder");
    return Reflected.demand(Reflected.demand(builder, "removeHeader", name), "build");
  }

  @Override
  public int status(Object response) throws ReflectiveOperationException {
    Object code = Reflected.field(response, "code");
    return code instanceof Integer status ? status : 0;
  }

  @Override
  public @Nullable String headerOf(Object response, String name)
      throws ReflectiveOperationException {
    Object headers = Reflected.field(response, "headers");
    return headers == null ? null : (String) Reflected.call(headers, "get", name);
  }

  @Override
  public boolean isWhole(Object response) {
    return false; // it says so itself, also where there is no body
  }
}
