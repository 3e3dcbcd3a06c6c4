import { arrive } from './arrive.ts';
import { languageCarried, readPageInfo } from './carried.ts';
import { readHandOverLink } from './hand-over-code.ts';

const START = '/pay';
const { hash } = location;
// Out of the address and of the history before anything else.
history.replaceState(null, '', location.pathname);

/** Who comes from the app has nobody of ours behind them: they say themselves that they mean it. */
async function pathToGoOnAt(): Promise<string> {
  const link = readHandOverLink(hash);
  if (link?.isAsked !== true) return arrive(hash, document.referrer);
  const { isMeant } = await import('./ask-payer.ts');
  return (await isMeant(languageCarried(readPageInfo(link.pageInfo)))) ? arrive(hash, '') : START;
}

const goTo = (path: string): void => location.replace(path);
pathToGoOnAt().then(goTo, () => goTo(START));
