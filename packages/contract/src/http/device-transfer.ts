import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireFlag } from '../wire-types.ts';

const nothing = codec(v.object({}), () => ({}));

/** Letters, not hex: a run of digits could be taken for a card. */
const letters = (most: number) => v.pipe(v.string(), v.maxLength(most), v.regex(/^[A-Za-z0-9_.-]+$/));

const publicKey = letters(100);
const sealed = letters(400);
const challenge = letters(120);

/**
 * Ahead of time, while the host is well: the page shows a key that its browser made and cannot give away, and gets this device
 * sealed together with it. Nothing is written; it changes something all the same, so that only pages of ours are given it.
 */
export const armHandOver = endpoint({
  name: 'armHandOver',
  methods: ['POST'],
  changes: true,
  path: '/api/web/hand_over_arm/',
  refusals: ['hand-over-void'],
  request: codec(
    v.pipe(
      v.object({ public_key: publicKey }),
      v.transform((wire) => ({ publicKey: wire.public_key })),
    ),
    (request: { publicKey: string }) => ({ public_key: request.publicKey }),
  ),
  answer: codec(v.object({ sealed }), (answer: { sealed: string }) => answer),
});

/** Asked of the host somebody wants to go to, without a cookie and from another one of ours: something to sign, good for two minutes. */
export const askHandOver = endpoint({
  name: 'askHandOver',
  methods: ['GET'],
  changes: false,
  path: '/api/web/hand_over_challenge/',
  request: nothing,
  answer: codec(v.object({ challenge }), (answer: { challenge: string }) => answer),
});

/** The same for the system browser, which is another one than the app's: it asks its payer in place of being led by a page of ours, and a code for it is void without the payer's yes. */
export const askBrowserHandOver = endpoint({
  name: 'askBrowserHandOver',
  methods: ['GET'],
  changes: false,
  path: '/api/web/hand_over_browser_challenge/',
  request: nothing,
  answer: codec(v.object({ challenge }), (answer: { challenge: string }) => answer),
});

/** The single-use code as the page that arrives presents it. */
export interface HandOver {
  readonly sealed: string;
  readonly challenge: string;
  /** A digest of what the page carries: recipient, pack, order. */
  readonly carried: string;
  readonly signature: string;
  /** The origin of the referring page; empty when there is none of ours. */
  readonly from: string;
  /** The payer was asked in the browser that presents it, and said yes. */
  readonly consent: boolean;
}

/**
 * The text that is signed: `consent` says whether its opener has to agree to the code. Each part is written without a line
 * break.
 */
export function handOverText(
  host: string,
  { challenge, carried, consent }: Pick<HandOver, 'challenge' | 'carried' | 'consent'>,
): string {
  const parts = ['jawhara-hand-over', host, challenge, carried];
  return [...parts, ...(consent ? ['with the consent of its opener'] : [])].join('\n');
}

/** Once: the browser that presents it becomes that device on this host. */
export const takeHandOver = endpoint({
  name: 'takeHandOver',
  methods: ['POST'],
  changes: true,
  path: '/api/web/hand_over/',
  refusals: ['hand-over-void'],
  request: codec(
    v.object({
      sealed,
      challenge,
      carried: letters(60),
      signature: letters(120),
      from: v.pipe(v.string(), v.maxLength(300)),
      // Pages of the release before this one do not send it: they have not asked.
      consent: v.optional(wireFlag, false),
    }),
    (request: HandOver) => ({ ...request }),
  ),
  answer: nothing,
});
