import { visitPage } from './visit-page.ts';

/** Lighthouse's categories, and the least score of each page. */
export const LEAST_SCORES = {
  performance: 97,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
} as const;

export type Category = keyof typeof LEAST_SCORES;

export interface PageScores {
  readonly scores: Readonly<Record<Category, number>>;
  /** Audits that cost points, with their findings. */
  readonly lost: readonly string[];
  readonly benchmarkIndex: number;
}

const CATEGORIES = Object.keys(LEAST_SCORES) as Category[];

export async function lighthousePage(url: string, debuggingPort: number): Promise<PageScores> {
  const { lhr } = await visitPage(url, debuggingPort, { onlyCategories: CATEGORIES });
  const weighed = CATEGORIES.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? []).filter(({ weight }) => weight > 0),
  );
  const lost = weighed.flatMap(({ id }) => {
    const audit = lhr.audits[id];
    const isLost = audit !== undefined && audit.score !== null && audit.score < 1;
    return isLost ? [`${id} ${audit.displayValue ?? ''}`.trim()] : [];
  });
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
    ) as Record<Category, number>,
    lost,
    benchmarkIndex: lhr.environment.benchmarkIndex,
  };
}
