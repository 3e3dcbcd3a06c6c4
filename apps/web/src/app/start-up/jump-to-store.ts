import { readSiteConfig } from '@jawhara/contract';
import { call } from '../../api/call.ts';
import { hostApp } from '../../host-app/current-host-app.ts';
import type { PageScope } from '../../page-scope.ts';
import { readUrlParameters, visitPlatform } from '../../browser/link.ts';

const JUMP_AFTER_MS = 1_000;

/** Whether the device runs Android, by the platform of the app or the link, otherwise by the browser. */
function isAndroid(platform: string): boolean {
  return platform === '' ? navigator.userAgent.includes('Android') : platform.toLowerCase() === 'android';
}

/** APP-07: a link with jumpAppStore opens the app's page in its store one second after the start. */
export async function jumpToStore(page: PageScope, go: (url: string) => unknown): Promise<void> {
  if (readUrlParameters(location).jumpAppStore === null) return;
  const configAnswer = call(readSiteConfig, {});
  await new Promise((resolve) => setTimeout(resolve, JUMP_AFTER_MS));
  const answer = await configAnswer;
  if (answer.kind !== 'ok') return;
  const { google, apple } = answer.value.appLinks;
  const app = await hostApp(page);
  if (!isAndroid(app.facts?.platform ?? visitPlatform(location))) {
    if (apple !== null) go(apple);
  } else if (google !== null && !(await app.openStore(google))) go(google);
}
