package tailgate.cli;

import picocli.CommandLine.Option;

/** Where the server listens. */
final class ListenOptions {

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address to listen on; 0.0.0.0 opens it to the network. (${DEFAULT-VALUE})")
  String host = "127.0.0.1";

  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT",
      defaultValue = "8010",
      description = "Port to listen on; 0 takes any free one. (${DEFAULT-VALUE})")
  int port = 8010;

  @Option(
      names = "--backlog",
      paramLabel = "N",
      defaultValue = "4096",
      description = "Connections that the kernel keeps waiting. (${DEFAULT-VALUE})")
  int backlog = 4096;
}
