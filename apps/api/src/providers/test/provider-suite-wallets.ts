import { randomUUID } from 'node:crypto';
import { type PayWith, PROVIDERS } from '@jawhara/domain';
import { expect, it } from 'vitest';
import type { PaymentRequest } from '../provider.ts';
import {
  expectLate,
  expectRefused,
  expectUnknownTo,
  SEALED_LATE,
  SEALED_REFUSALS,
  sealedRequest,
} from './provider-suite-sealed.ts';
import {
  deciding,
  expectEnding,
  PAYER,
  PRICE,
  PRICE_IN_MONEY,
  type ProviderWorld,
  settled,
} from './provider-world.ts';

const SESSION_REQUEST = {
  domain: 'pay.jawhara.example',
  displayName: 'Jawhara',
  payerReference: PAYER.reference,
  amountUsdCents: PRICE,
} as const;

/** The content of a session of Apple's own sheet. */
const APPLES = { domainName: SESSION_REQUEST.domain, displayName: SESSION_REQUEST.displayName };

const takesWallets = ({ provider }: ProviderWorld): boolean => provider.can.wallets;

async function requestWith(world: ProviderWorld, card: PayWith | string): Promise<PaymentRequest> {
  if (world.walletFor === undefined)
    throw new Error('a world whose provider takes wallets has tokens for it');
  return sealedRequest(typeof card === 'string' ? await world.walletFor(card) : card);
}

function describeSheets(world: () => ProviderWorld): void {
  it('[WAL-02] a provider opens wallet sheets exactly if the table of providers gives it wallets', () => {
    const { provider } = world();
    expect(provider.openWalletSession !== undefined).toBe(takesWallets(world()));
    if (takesWallets(world())) expect(PROVIDERS[provider.number].wallets).not.toHaveLength(0);
  });

  it('[WAL-02] a merchant session is opened for a host, and is a different one each time', async () => {
    if (!takesWallets(world())) return;
    const sessions = [
      await world().provider.openWalletSession?.(SESSION_REQUEST),
      await world().provider.openWalletSession?.(SESSION_REQUEST),
    ].map((session) => (session?.kind === 'opened' ? session.sessionJson : ''));
    expect(new Set(sessions).size).toBe(2);
    const { walletSession = APPLES } = world();
    for (const session of sessions) expect(JSON.parse(session)).toMatchObject(walletSession);
  });
}

function tokenOf(request: PaymentRequest): PayWith {
  if (!('walletToken' in request)) throw new Error('not paid from a wallet');
  return { walletToken: request.walletToken, methodType: request.methodType };
}

function describeTokens(world: () => ProviderWorld): void {
  it('[WAL-03] a wallet token pays once, however often it is sent; its card is shown and not saved', async () => {
    if (!takesWallets(world())) return;
    const { provider, books } = world();
    const request = await requestWith(world(), 'approve');
    const steps = await Promise.all([1, 2].map(() => provider.authorise(request)));
    steps.push(await provider.authorise(request));
    for (const step of steps)
      expect(step).toMatchObject({
        kind: 'paid',
        card: null,
        paidWith: { scheme: 'visa', last4: '4242' },
        money: PRICE_IN_MONEY,
      });
    expect(await books(request.orderId)).toEqual([expect.objectContaining({ captured: PRICE })]);
    await settled(() =>
      expect(deciding(world(), request.orderId)[0]).toMatchObject({ kind: 'paid', card: null }),
    );
  });

  it('[WAL-03] a wallet token that has paid an order pays no other, nor does an unreadable token', async () => {
    if (!takesWallets(world())) return;
    const { provider } = world();
    const paid = await requestWith(world(), 'approve');
    expectEnding(await provider.authorise(paid), { kind: 'paid' });
    const broken: PayWith = {
      walletToken: Buffer.from('{"version":"EC_v1"}').toString('base64'),
      methodType: '',
    };
    for (const card of [tokenOf(paid), broken, { walletToken: randomUUID(), methodType: 'debit' }])
      await expectUnknownTo(world(), card);
  });

  it.each(SEALED_REFUSALS)('[WAL-03] the wallet card "%s" is refused as %s', async (scenario, outcome) => {
    if (!takesWallets(world())) return;
    await expectRefused(world(), await requestWith(world(), scenario), outcome);
  });

  it.each(SEALED_LATE)(
    '[WAL-04] the wallet card "%s" is %s first, and %s in the end',
    async (scenario, first, ending) => {
      if (!takesWallets(world())) return;
      await expectLate(world(), await requestWith(world(), scenario), first, ending);
    },
  );
}

/** Payments that come from a wallet's sheet, where the provider takes them. */
export function describeWallets(world: () => ProviderWorld): void {
  describeSheets(world);
  describeTokens(world);
}
