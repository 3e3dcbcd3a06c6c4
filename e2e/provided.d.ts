import 'vitest';

/** What the stack of the journeys provides; read it with vitest's inject(). */
declare module 'vitest' {
  export interface ProvidedContext {
    shop: {
      readonly siteUrl: string;
      readonly apiUrl: string;
      readonly sandboxUrl: string;
      readonly databaseUrl: string;
      readonly redisUrl: string;
      readonly logsDir: string;
      readonly browserEndpoint: string;
    };
  }
}
