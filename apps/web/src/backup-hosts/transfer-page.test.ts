import { readBackupDomains, takeHandOver } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, requestsTo, LOST, network } from '../api/test/network.ts';

const HERE = 'pay.jawhara.example';
const OTHER = 'pay2.jawhara.example';
const RECIPIENT = JSON.stringify({ id: 'of the maker' });
const replace = vi.fn<(to: string) => void>();

beforeEach(() => {
  vi.resetModules();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  replace.mockReset();
  network.use(answer(readBackupDomains, { [HERE]: [OTHER] }), answer(takeHandOver, {}));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function openLink(more: string, referrer: string): Promise<void> {
  const { writePageInfo } = await import('./transferred-state.ts');
  const pageInfo = writePageInfo({ at: '/pay', moves: 0, stored: { recipient: RECIPIENT } });
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  vi.stubGlobal('location', {
    hash: `#pageinfo=${pageInfo}&handover=sealed~challenge~signature${more}`,
    pathname: '/hand-over.html',
    search: '',
    host: HERE,
    hostname: HERE,
    protocol: 'https:',
    origin: `https://${HERE}`,
    href: `https://${HERE}/hand-over.html`,
    replace,
  });
  await import('./transfer-page.ts');
}

const button = (testId: string) => document.querySelector<HTMLButtonElement>(`[data-testid="${testId}"]`);

/** Answers the question, which must be shown before the transfer code is redeemed. */
async function say(testId: 'hand-over-yes' | 'hand-over-no'): Promise<void> {
  await vi.waitFor(() => expect(button(testId)).not.toBeNull());
  expect(requestsTo(takeHandOver)).toEqual([]);
  button(testId)?.click();
  await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/pay'));
}

const LINKS = [
  ['with the parameter for a question', '&ask=1'],
  ['without the parameter for a question', ''],
] as const;
const REFERRERS = [
  ['no known page', ''],
  ['a page of another site', 'https://evil.example/x'],
  ['a foreign host that begins like ours', `https://${OTHER}.evil.example/`],
  ['a page of the same host', `https://${HERE}/pay`],
  ['another host of ours over plain http', `http://${OTHER}/pay`],
  ['an address that is not a web page', 'about:client'],
] as const;

describe.each(LINKS)('[APP-18] a hand-over link %s', (_link, more) => {
  it.each(REFERRERS)(
    'a transfer link opened from %s asks the visitor to agree; after a "no" nothing is transferred',
    async (_where, referrer) => {
      await openLink(more, referrer);
      await say('hand-over-no');
      expect(requestsTo(takeHandOver)).toEqual([]);
      expect(localStorage).toHaveLength(0);
    },
  );

  it('a transfer link whose visitor agrees stores the transferred data, and the consent is sent to the server', async () => {
    await openLink(more, '');
    await say('hand-over-yes');
    expect(requestsTo(takeHandOver)).toMatchObject([{ sealed: 'sealed', from: '', consent: true }]);
    expect(localStorage.getItem('jawhara.recipient')).toBe(RECIPIENT);
  });

  it('a transfer link opened from another host of ours stores the data without asking the visitor', async () => {
    await openLink(more, `https://${OTHER}/`);
    await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/pay'));
    expect(requestsTo(takeHandOver)).toMatchObject([{ from: `https://${OTHER}`, consent: false }]);
    expect(button('hand-over-yes')).toBeNull();
  });

  it('a transfer link asks the visitor to agree when the list of our hosts cannot be loaded', async () => {
    network.use(answer(readBackupDomains, LOST));
    await openLink(more, `https://${OTHER}/`);
    await say('hand-over-no');
    expect(requestsTo(takeHandOver)).toEqual([]);
  });
});

it('the transfer page without transfer data leads to /pay without asking the visitor', async () => {
  vi.stubGlobal('location', { hash: '#x', pathname: '/hand-over.html', origin: `https://${HERE}`, replace });
  await import('./transfer-page.ts');
  await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/pay'));
  expect(button('hand-over-yes')).toBeNull();
});
