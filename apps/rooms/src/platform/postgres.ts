import postgres from 'postgres';

export type Db = postgres.Sql;

/** Only one row is read and raised, so two connections are enough; time limits keep queries from hanging. */
export function connectPostgres(url: string): Db {
  return postgres(url, {
    max: 2,
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: 30 * 60,
    connection: { application_name: 'jawhara-rooms', statement_timeout: 5_000, lock_timeout: 3_000 },
    onnotice: () => {},
  });
}
