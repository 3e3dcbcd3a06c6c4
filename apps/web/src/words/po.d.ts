declare module '*.po' {
  import type { Catalogue } from './sentence.ts';
  export const messages: Catalogue;
}
