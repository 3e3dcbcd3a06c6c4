declare module '*.md' {
  export const text: import('./legal-text.ts').LegalText;
}
