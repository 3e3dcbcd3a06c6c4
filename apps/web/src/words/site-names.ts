import type { FlavorName, Locale } from '@jawhara/domain';

/**
 * The site's names, read by the build alone. The catalogues hold the name of the first flavor; a second name in them would weigh
 * on every page.
 */
export const SITE_NAMES = {
  are: { ar: 'جوهرة', en: 'Jawhara' },
  ludo: { ar: 'جوهرة لودو', en: 'Jawhara Ludo' },
} as const satisfies Record<FlavorName, Record<Locale, string>>;
