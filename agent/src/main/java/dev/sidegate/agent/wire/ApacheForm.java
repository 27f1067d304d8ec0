package dev.sidegate.agent.wire;

import dev.sidegate.agent.library.Reflected;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Apache HttpClient's requests, which are the application's own objects, and its answers. */
final class ApacheForm implements ClientForm {
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  @Override
  public String methodOf(Object[] callArguments) throws ReflectiveOperationException {
    return method(callArguments[1]);
  }

  @Override
  public String method(Object request) throws ReflectiveOperationException {
    return (String) Reflected.demand(request, "getMethod");
  }

  @Override
  public String authority(Object request) throws ReflectiveOperationException {
    Object authority = Reflected.demand(request, "getAuthority");
    String host = String.valueOf(Reflected.call(authority, "getHostName"));
    int port = (Integer) Reflected.demand(authority, "getPort");
    boolean secure = "https".equalsIgnoreCase((String) Reflected.call(request, "getScheme"));
    return host.toLowerCase(Locale.ROOT) + ":" + (port > 0 ? port : secure ? HTTPS : HTTP);
  }

  @Override
  public @Nullable String header(Object request, String name) throws ReflectiveOperationException {
    return value(request, name);
  }

  @Override
  public Object with(Object request, String name, String value)
      throws ReflectiveOperationException {
    Object unused = Reflected.call(request, "setHeader", name, value);
    return request;
  }

  @Override
  public Object without(Object request, String name) throws ReflectiveOperationException {
    Object unused = Reflected.call(request, "removeHeaders", name);
    return request;
  }

  @Override
  public int status(Object response) throws ReflectiveOperationException {
    return (Integer) Reflected.demand(response, "getCode");
  }

  @Override
  public @Nullable String headerOf(Object response, String name)
      throws ReflectiveOperationException {
    return value(response, name);
  }

  @Override
  public boolean isWhole(Object response) throws ReflectiveOperationException {
    return Reflected.call(response, "getEntity") == null;
  }

  private static @Nullable String value(Object message, String name)
      throws ReflectiveOperationException {
    Object header = Reflected.call(message, "getFirstHeader", name);
    return header == null ? null : (String) Reflected.call(header, "getValue");
  }
}
