import { randomBytes, randomUUID } from 'node:crypto';
import { createCoinPay, findRecipient, listGemPacks } from '@jawhara/contract';
import { developmentCookieHeader } from '../tools/stack/development-device.ts';
import type { Call } from './load-generator.ts';

export interface Race {
  readonly name: string;
  readonly callers: number;
  readonly sliceMs: number;
  /** The speed that our shop should reach, as a share of the bare shop's. */
  readonly goal: number;
  /** Below this share the run fails. It is well under the measured share, so that a busy machine does not fail it. */
  readonly floor: number;
  readonly because: string;
  readonly ours: (token: string) => Call;
  readonly bare: (token: string) => Call;
  readonly needsToken: boolean;
  readonly isGood: (answer: string) => boolean;
}

const json = { 'content-type': 'application/json' };
const device = { cookie: developmentCookieHeader('b'.repeat(64)) };
const newDevice = () => ({ cookie: developmentCookieHeader(randomBytes(32).toString('hex')) });
const recipient = (): number => 1001 + Math.floor(Math.random() * 6);
const isGoodEnvelope = (answer: string): boolean => answer.startsWith('{"result":0');

const ourPurchase = (token: string): Call => ({
  path: createCoinPay.path,
  method: 'POST',
  // [ORD-20] Each purchase comes from a new device: those of one device wait for each other, and a repeat needs confirmation.
  headers: { ...json, ...newDevice(), 'x-request-id': randomUUID() },
  body: JSON.stringify({
    recharge_id: 'gems-1060',
    uid: recipient(),
    pay_type: 23,
    platform_data: JSON.stringify({ token }),
    source: 1,
  }),
});

const barePurchase =
  (path: string) =>
  (token: string): Call => ({
    path,
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      rechargeId: 'gems-1060',
      recipientId: recipient(),
      token,
      requestId: randomUUID(),
    }),
  });

const purchase = {
  callers: 16,
  sliceMs: 1_500,
  needsToken: true,
  ours: ourPurchase,
  isGood: (answer: string) => /paid|delivered/.test(answer),
};

export const RACES: readonly Race[] = [
  {
    name: 'recharge list',
    callers: 16,
    sliceMs: 1_500,
    goal: 0.7,
    floor: 0.45,
    because:
      'measured 0.86 on a quiet machine, 0.59 to 0.66 on a busy one; docs/operations/server-speed.md has the profile',
    needsToken: false,
    isGood: isGoodEnvelope,
    ours: () => ({
      path: listGemPacks.path,
      method: 'POST',
      headers: { ...json, ...device },
      body: '{"uid":1001,"source":1}',
    }),
    bare: () => ({ path: '/packs', method: 'POST', headers: json, body: '{"uid":1001}' }),
  },
  {
    ...purchase,
    name: 'create-order, engine on both sides',
    goal: 0.7,
    floor: 0.5,
    because: 'measured 0.84 to 1.1, 0.90 on a quiet machine: beside the engine our door costs little',
    bare: barePurchase('/purchase-by-engine'),
  },
  {
    ...purchase,
    name: 'create-order, no engine on the bare side',
    goal: 0.7,
    floor: 0.12,
    because: 'measured 0.33 to 0.48: the engine is the rest, durable steps instead of hope',
    bare: barePurchase('/purchase'),
  },
  {
    name: 'look-up',
    callers: 16,
    sliceMs: 1_500,
    goal: 0.5,
    floor: 0.25,
    because: 'measured 0.33 to 0.5: one short query on the bare side, ours also keeps the budget of names',
    needsToken: false,
    isGood: isGoodEnvelope,
    ours: () => ({
      path: `${findRecipient.path}?display_id=5048213&source=1`,
      method: 'GET',
      headers: device,
    }),
    bare: () => ({ path: '/look-up?display_id=5048213', method: 'GET' }),
  },
];
