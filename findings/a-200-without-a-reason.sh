#!/usr/bin/env bash
#
# Expected: a load generator counts a response by its status code.
# Seen with h2load 1.52.0: over HTTP/1.1 it counts a response without a reason phrase as failed and as of no status, though
# it receives the body. Tomcat has sent no reason phrases since 8.5 ("HTTP/1.1 200 " is valid by RFC 9112, section 4). So
# of 100 responses of Tomcat 11.0.27 all have failed, as in a server that is broken, and the exit status is 0. curl sees
# 200. wrk 4.1.0, hey 0.1.4, ab 2.3 and siege 4.0.7 count such responses as succeeded.
#
#   Tomcat: HTTP/1.1 200 , curl: 200 ok
#   requests: 100 total, 100 started, 100 done, 0 succeeded, 100 failed, 0 errored, 0 timeout
#   status codes: 0 2xx, 0 3xx, 0 4xx, 0 5xx
#   exit 0
#
# Needs curl, h2load, mvn and a java of 17 or newer.

set -euo pipefail

self=$(realpath "$0")
work=$(mktemp -d)
server=''
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"

h2load --version
cat >pom.xml <<'END_OF_SOURCE'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId>
  <artifactId>finding</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.tomcat.embed</groupId>
      <artifactId>tomcat-embed-core</artifactId>
      <version>11.0.27</version>
    </dependency>
  </dependencies>
</project>
END_OF_SOURCE
mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib >mvn.log 2>&1

cat >Serve.java <<'END_OF_SOURCE'
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

public class Serve {
  public static void main(String[] args) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(args[0]);
    tomcat.setPort(0);
    Context context = tomcat.addContext("", args[0]);
    Tomcat.addServlet(
        context,
        "ok",
        new HttpServlet() {
          @Override
          protected void doGet(HttpServletRequest asked, HttpServletResponse answer) throws IOException {
            answer.setContentLength(2);
            answer.getOutputStream().print("ok");
          }
        });
    context.addServletMappingDecoded("/", "ok");
    tomcat.getConnector();
    tomcat.start();
    System.out.println(tomcat.getConnector().getLocalPort());
    Thread.sleep(120_000);
  }
}
END_OF_SOURCE
java -cp 'lib/*' Serve.java "$work" >port 2>log &
server=$!
for _ in {1..300}; do if grep -q . port; then break; fi; sleep 0.1; done
url=http://127.0.0.1:$(cat port)/

{
  echo "Tomcat: $(curl -si "$url" | head -n 1 | tr -d '\r'), curl: $(curl -s -w '%{http_code} ' -o body "$url")$(cat body)"
  timeout 60 h2load --h1 -n 100 -c 2 "$url" >report && status=0 || status=$?
  grep -E '^(requests|status codes):' report
  echo "exit $status"
} | tee seen
sed -n 's/^#   //p' "$self" >expected
if ! diff expected seen; then
  echo "CHANGED" >&2
  exit 1
fi
