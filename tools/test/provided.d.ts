import 'vitest';

/** Values that the global setup of the server's tests provides; read them with vitest's inject(). */
declare module 'vitest' {
  export interface ProvidedContext {
    databaseAdminUrl: string;
    /** A database with every table and the rows of a new shop. */
    databaseTemplate: string;
    /** Redis, with the rights that the web processes have (deploy/redis/users.acl). */
    redisUrl: string;
    /** Redis, with every right, for tests that change Redis itself. */
    redisOwnerUrl: string;
    restateIngressUrl: string;
    restateAdminUrl: string;
    fuzzSeed: number;
    fuzzRequests: number;
  }
}
