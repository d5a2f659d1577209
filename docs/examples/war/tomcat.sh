#!/bin/sh
#
# Starts the Tomcat of CATALINA_HOME at port $1 with target/app.war, in the new folder $2, which gets a
# configuration of its own. $3 is one more attribute of its connector, such as useVirtualThreads="true".

set -eu
mkdir -p "$2/logs" "$2/temp" "$2/webapps" "$2/work"
cp -R "$CATALINA_HOME/conf" "$2/"
cp target/app.war "$2/webapps/ROOT.war"
sed -e "s|<Connector port=\"8080\"|& ${3-}|" -e "s|port=\"8080\"|port=\"$1\"|" -e 's|port="8005"|port="-1"|' \
  "$CATALINA_HOME/conf/server.xml" >"$2/conf/server.xml"
CATALINA_BASE=$2 exec "$CATALINA_HOME/bin/catalina.sh" run
