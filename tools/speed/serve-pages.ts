import { join } from 'node:path';
import { processPart, type Part } from '../stack/part.ts';
import { freePorts, isPortInUse } from '../stack/ports.ts';
import { httpUrl } from '../stack/profiles.ts';
import { REPOSITORY, STATE_DIR } from '../stack/repository.ts';
import { UNANSWERED_PATH } from './canned-answers.ts';
import type { Side } from './measures.ts';

export interface ServedPages {
  readonly urls: Readonly<Record<Side, string>>;
  /** Calls of the pages that had no canned response. */
  unanswered(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** Serves both pages with the site's own server and the same canned API, each in its own process. */
export async function servePages(referenceDir: string): Promise<ServedPages> {
  const [api = 0, ours = 0, reference = 0] = await freePorts(3);
  const API_URL = httpUrl(api);
  const preview = 'apps/web/build/preview.ts';
  const parts = [
    program('canned api', 'tools/speed/canned-api.ts', api, {}),
    program('site', preview, ours, { API_URL }),
    program('reference', preview, reference, { API_URL, SITE_DIR: referenceDir }),
  ];
  const stop = async (): Promise<void> => {
    await Promise.all(parts.map((part) => part.stop()));
  };
  try {
    for (const part of parts) await part.start();
    await Promise.all(parts.map((part) => part.ready()));
  } catch (fault) {
    await stop();
    throw fault;
  }
  const unanswered = async (): Promise<readonly string[]> => {
    const answer = await fetch(`${API_URL}${UNANSWERED_PATH}`);
    return ((await answer.json()) as { data: readonly string[] }).data;
  };
  return { urls: { ours: `${httpUrl(ours)}/pay`, reference: `${httpUrl(reference)}/` }, unanswered, stop };
}

function program(name: string, entry: string, port: number, env: Readonly<Record<string, string>>): Part {
  return processPart({
    name,
    command: process.execPath,
    args: [entry],
    cwd: REPOSITORY,
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), ...env },
    logFile: join(STATE_DIR, 'speed/logs', `${name.replace(' ', '-')}.log`),
    isReady: () => isPortInUse(port),
  });
}
