/** Set by the build from package.json. */
declare const __SITE_VERSION__: string;
/** Set by the build from its settings (build/site-settings.ts). */
declare const __SITE_FLAVOR__: import('@jawhara/domain').FlavorName;
/** The first load needs only these two facts of the flavor, so they are set separately from its table. */
declare const __SITE_SOURCE_CODE__: number;
declare const __SITE_PACKAGE__: string;
declare const __MAIN_SITE__: string | null;
declare const __API_BASES__: import('../browser/api-base.ts').ApiBases | null;
/** Hosts of the deployment that a room's socket may be moved to, beside the page's own. */
declare const __ROOM_HOSTS__: readonly string[];

/** Set by the build from DEBUG_HOSTS: hosts on which the debug flag is honoured, by default those of a development machine. */
declare const __DEBUG_HOSTS__: readonly string[];

declare module '*.po' {
  export const messages: import('../words/word.ts').Catalogue;
}

declare module '*.md' {
  export const text: import('../legal/legal-text.ts').LegalText;
}
