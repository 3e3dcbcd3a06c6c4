# As the official image does: creates a cluster with its database and password if there is none, then runs the given command.
set -eu
data=/var/lib/postgresql/data/cluster
if [ ! -d "$data" ]; then
  initdb -D "$data" -U postgres --pwfile "$POSTGRES_PASSWORD_FILE" --auth-host scram-sha-256 --auth-local trust >/dev/null
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  pg_ctl -D "$data" -w -o "-c listen_addresses='' -k /tmp" start >/dev/null
  createdb -h /tmp -U postgres "$POSTGRES_DB"
  pg_ctl -D "$data" -w stop >/dev/null
fi
exec "$@" -D "$data" -c listen_addresses='*' -k /tmp
