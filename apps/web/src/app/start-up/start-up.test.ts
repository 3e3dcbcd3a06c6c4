import {
  DEFAULT_SITE_CONFIG,
  readPosition,
  readSignedInAccount,
  readSiteConfig,
  runBatch,
} from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA } from '../../api/test/accounts.ts';
import { answer, requestsTo, LOST, network } from '../../api/test/network.ts';
import { FIELDS } from '../../api/test/provider-fields.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { runInOrder, type StartUpStep } from './run-in-order.ts';
import { createPageScope } from '../../page-scope.ts';
import { startUpSteps, startUp } from './start-up.ts';

const step = (name: string, run: StartUpStep['run'], ask?: StartUpStep['ask']): StartUpStep => ({
  name,
  withinMs: 20,
  run,
  ...(ask && { ask }),
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

describe('start-up', () => {
  it('[APP-01] start-up steps run in order; a step that fails or hangs is reported, and the next one runs', async () => {
    const log: string[] = [];
    await runInOrder(
      [
        step('slow', async () => {
          await Promise.resolve();
          log.push('slow');
        }),
        step('throws', () => {
          throw new Error('no storage');
        }),
        step('rejects', () => Promise.reject(new Error('no network'))),
        step('hangs', () => new Promise(() => undefined)),
        step('last', () => void log.push('last')),
      ],
      (name, cause) => log.push(`${name} failed: ${(cause as Error).message}`),
    );
    expect(log).toEqual([
      'slow',
      'throws failed: no storage',
      'rejects failed: no network',
      'hangs failed: hangs took longer than 20 ms',
      'last',
    ]);
  });

  it('the requests of several start-up steps are all sent when the first of these steps begins', async () => {
    const log: string[] = [];
    const note = (what: string) => () => void log.push(what);
    const broken = () => {
      throw new Error('cannot ask');
    };
    await runInOrder(
      [
        step('local', note('local')),
        step('one', note('one'), note('asks one')),
        step('two', note('two'), broken),
        step('three', note('three'), note('asks three')),
      ],
      (name, cause) => log.push(`${name} failed: ${(cause as Error).message}`),
    );
    expect(log).toEqual(['local', 'asks one', 'two failed: cannot ask', 'asks three', 'one', 'two', 'three']);
  });

  it('[APP-01] the start-up steps are in the specified order', () => {
    const specified = [
      'page-view-id',
      'device-token',
      'country-look-up',
      'login-restore',
      'self-update',
      'service-worker',
      'download-links',
    ];
    const steps = startUpSteps(createPageScope());
    const names = steps.map(({ name }) => name);
    expect(names).toEqual(specified);
    for (const { withinMs } of steps) expect(withinMs).toBeLessThanOrEqual(120_000);
  });

  it('[NET-10] the reads of the start-up go in one batch, and each step uses its own response', async () => {
    storedLogin.write({ sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: Date.now() });
    const renamed = { ...NOURA, nickname: 'N.' };
    const config = { ...DEFAULT_SITE_CONFIG, ...FIELDS };
    const said = (data: unknown) => JSON.stringify({ result: 0, code: 200, message: '', data });
    const bodies = new Map<string, string>([
      [readPosition.path, said({ country: 'AE' })],
      [readSignedInAccount.path, said(readSignedInAccount.answer.write(renamed))],
      [readSiteConfig.path, said(readSiteConfig.answer.write(config))],
    ]);
    network.use(
      answer(
        runBatch,
        ({ parts }) => new Map(parts.map(({ requestId, path }) => [requestId, bodies.get(path) ?? ''])),
      ),
    );
    const failed: string[] = [];
    await startUp(createPageScope(), (name) => failed.push(name));
    expect(failed).toEqual([]);
    expect(requestsTo(runBatch)).toHaveLength(1);
    const { requests } = requestsTo(runBatch)[0] as { requests: { path: string }[] };
    const paths = requests.map(({ path }) => path);
    expect(paths.toSorted()).toEqual([...bodies.keys()].toSorted());
    expect(storedLogin.read()?.account.nickname).toBe('N.');
    expect(localStorage.getItem('jawhara.country')).toBe('"AE"');
  });

  it('[APP-01] start-up stores a page view and a client id, even without a network', async () => {
    vi.useFakeTimers();
    network.use(answer(readPosition, LOST), answer(readSiteConfig, LOST));
    const failed: string[] = [];
    const done = startUp(createPageScope(), (name) => failed.push(name));
    await vi.advanceTimersByTimeAsync(200_000);
    await done;
    expect(localStorage.getItem('jawhara.page_view')).not.toBeNull();
    expect(localStorage.getItem('jawhara.client_id')).toMatch(/^"[0-9a-f]{32}"$/);
    expect(failed).toContain('country-look-up');
  });
});
