import 'vitest';

/** What the global setup of the server's tests provides; read it with vitest's inject(). */
declare module 'vitest' {
  export interface ProvidedContext {
    databaseAdminUrl: string;
    /** The name of a database with every table and what a new shop has in them. */
    databaseTemplate: string;
    /** As the web processes have it: with the rights of deploy/redis/users.acl. */
    redisUrl: string;
    /** With every right, for what a test does to Redis itself. */
    redisOwnerUrl: string;
    restateIngressUrl: string;
    restateAdminUrl: string;
    fuzzSeed: number;
    fuzzRequests: number;
  }
}
