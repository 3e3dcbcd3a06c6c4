declare module '*.po' {
  export const messages: import('./sentence.ts').Catalogue;
}
