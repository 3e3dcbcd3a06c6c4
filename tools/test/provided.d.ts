import 'vitest';

/** What the global setup of the server's tests provides; read it with vitest's inject(). */
declare module 'vitest' {
  export interface ProvidedContext {
    databaseAdminUrl: string;
    redisUrl: string;
    restateIngressUrl: string;
    restateAdminUrl: string;
    fuzzSeed: number;
    fuzzRequests: number;
  }
}
