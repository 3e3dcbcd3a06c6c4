import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireFlag } from '../wire-types.ts';

const nothing = codec(v.object({}), () => ({}));

/** Text such as base64url. Not hex, because a long run of digits could look like a card number. */
const letters = (most: number) => v.pipe(v.string(), v.maxLength(most), v.regex(/^[A-Za-z0-9_.-]+$/));

const publicKey = letters(100);
const sealed = letters(400);
const challenge = letters(120);

/**
 * Called while the host is up, to prepare a move: the page sends the public key of a key pair that its browser cannot
 * export, and gets this device's secret sealed together with that key. Nothing is stored, but it counts as a change, so
 * that only our pages may call it.
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

/**
 * Called on the target host, from another of our hosts and without a cookie: returns a challenge to sign, valid for two
 * minutes.
 */
export const askHandOver = endpoint({
  name: 'askHandOver',
  methods: ['GET'],
  changes: false,
  path: '/api/web/hand_over_challenge/',
  request: nothing,
  answer: codec(v.object({ challenge }), (answer: { challenge: string }) => answer),
});

/**
 * The challenge for a move to the phone's system browser. That browser sends no referrer of ours, so the payer must agree there,
 * and a code without consent is void.
 */
export const askBrowserHandOver = endpoint({
  name: 'askBrowserHandOver',
  methods: ['GET'],
  changes: false,
  path: '/api/web/hand_over_browser_challenge/',
  request: nothing,
  answer: codec(v.object({ challenge }), (answer: { challenge: string }) => answer),
});

/** The single-use code, as the page on the new host sends it. */
export interface HandOver {
  readonly sealed: string;
  readonly challenge: string;
  /** A digest of the transferred state: recipient, pack, order. */
  readonly carried: string;
  readonly signature: string;
  /** The origin of the referring page; empty if it is not ours. */
  readonly from: string;
  /** The payer was asked in the browser that sends the code, and agreed. */
  readonly consent: boolean;
}

/** The text that the page signs for a move. `consent` says whether the visitor must agree. No part contains a line break. */
export function handOverText(
  host: string,
  { challenge, carried, consent }: Pick<HandOver, 'challenge' | 'carried' | 'consent'>,
): string {
  const parts = ['jawhara-hand-over', host, challenge, carried];
  return [...parts, ...(consent ? ['with the consent of its opener'] : [])].join('\n');
}

/** Takes a transfer code, once: from then on the browser that sends it counts on this host as the device that made the code. */
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
      // Pages of the previous release do not ask the payer and send no such field.
      consent: v.optional(wireFlag, false),
    }),
    (request: HandOver) => ({ ...request }),
  ),
  answer: nothing,
});
