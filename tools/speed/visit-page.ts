import lighthouse, { type Flags, type RunnerResult } from 'lighthouse';

/** Lets Lighthouse visit a page as a mid-range phone on a slow line, with empty storage. */
export async function visitPage(
  url: string,
  debuggingPort: number,
  only: Pick<Flags, 'onlyAudits' | 'onlyCategories'>,
): Promise<RunnerResult> {
  const result = await lighthouse(url, {
    ...only,
    port: debuggingPort,
    logLevel: 'error',
    disableFullPageScreenshot: true,
    // By default Lighthouse keeps the page's storage between visits; a first visit has none.
    clearStorageTypes: ['service_workers', 'cache_storage', 'local_storage', 'cookies', 'shader_cache'],
  });
  if (result === undefined) throw new Error(`Lighthouse said nothing about ${url}`);
  const { runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
  return result;
}
