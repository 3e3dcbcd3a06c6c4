import { randomUUID } from 'node:crypto';
import { CHECKOUT_COM, type CardExpiry, type CardOwner, type SavedCardId } from '@jawhara/domain';
import * as questions from '../../apps/api/src/saved-cards/card-question.store.ts';
import * as forgetting from '../../apps/api/src/saved-cards/card-to-forget.store.ts';
import * as cards from '../../apps/api/src/saved-cards/saved-card.store.ts';
import type { CardOnFile } from '../../apps/api/src/providers/provider.ts';
import type { SampleRows } from './sample-rows.ts';
import type { Asking, Sample, SamplesOf } from './sample.ts';

const CLAIMED_MOST = 50;

/** Both forms of the query are explained: a guest sees the cards of the device, a signed-in owner also those of the account. */
const forBoth =
  (ask: (asking: Asking, owner: CardOwner) => Promise<unknown>): Sample =>
  async (asking) => {
    const { device, accountId } = asking.rows.card;
    await ask(asking, { device, accountId: null });
    await ask(asking, { device, accountId });
  };

const onFile = ({ card }: SampleRows): CardOnFile => ({
  sourceId: card.sourceId,
  fingerprint: card.fingerprint,
  scheme: 'visa',
  last4: '4242',
  bin: '424242',
  issuerCountry: 'SA',
  expiry: '07/29' as CardExpiry,
});

const cardUse = ({ account, now }: SampleRows, owner: CardOwner): cards.CardUse => ({
  owner,
  provider: CHECKOUT_COM,
  recipientId: account.id,
  at: now,
});

const consent = ({ now }: SampleRows) => ({ text: 'remember-ar-1', at: now });

export const cardSamples = {
  cardsOf: forBoth(({ db }, owner) => cards.cardsOf(db, owner)),
  cardBySource: forBoth(({ db, rows }, owner) => cards.cardBySource(db, owner, rows.card.sourceId)),
  cardById: forBoth(({ db, rows }, owner) => cards.cardById(db, owner, rows.card.id)),
  keptLike: forBoth(({ tx, rows }, owner) => cards.keptLike(tx, owner, rows.card.fingerprint)),
  askedCardById: forBoth(({ db, rows }, { accountId }) =>
    cards.askedCardById(db, { device: rows.asked.device, accountId }, rows.asked.id, rows.now),
  ),
  lockAskedCard: forBoth(({ tx, rows }, { accountId }) =>
    cards.lockAskedCard(tx, { device: rows.asked.device, accountId }, rows.asked.sourceId, rows.now),
  ),
  insertCard: async ({ tx, rows }) => {
    const use = cardUse(rows, { device: 'a sample', accountId: null });
    const id = (): SavedCardId => randomUUID() as SavedCardId;
    const asked = { state: 'asked', until: rows.now, orderId: rows.decided.id } as const;
    await cards.insertCard(tx, id(), onFile(rows), use, asked);
    await cards.insertCard(tx, id(), onFile(rows), use, { state: 'kept', consent: consent(rows) });
  },
  lockCardOf: forBoth(({ tx, rows }, owner) => cards.lockCardOf(tx, owner, rows.card.fingerprint)),
  renameCard: ({ tx, rows }) =>
    cards.renameCard(tx, rows.card.id, onFile(rows), cardUse(rows, { device: 'a sample', accountId: null })),
  askOnceMore: ({ tx, rows }) => cards.askOnceMore(tx, rows.asked.id, rows.now, rows.decided.id),
  markKept: ({ tx, rows }) => cards.markKept(tx, rows.asked.id, consent(rows)),
  usedAgain: ({ tx, rows }) =>
    cards.usedAgain(tx, rows.card.id, { recipientId: rows.account.id, at: rows.now }),
  markExpiredByBank: ({ tx, rows }) => cards.markExpiredByBank(tx, rows.card.id),
  setExpiry: forBoth(({ tx, rows }, owner) =>
    cards.setExpiry(tx, owner, rows.card.sourceId, '08/30' as CardExpiry),
  ),
  removeOfDevice: forBoth(({ tx }, owner) => cards.removeOfDevice(tx, owner)),
  removeByPrint: forBoth(({ tx, rows }, owner) => cards.removeByPrint(tx, owner, rows.card.fingerprint)),
  removeBySource: forBoth(({ tx, rows }, owner) => cards.removeBySource(tx, owner, rows.card.sourceId)),
  removeUnanswered: ({ tx, rows }) => cards.removeUnanswered(tx, rows.now, CLAIMED_MOST),
} satisfies SamplesOf<typeof cards>;

const questionKey = ({ decided }: SampleRows): questions.QuestionKey => ({
  orderId: decided.id,
  recipientId: decided.recipientId,
  provider: CHECKOUT_COM,
});

export const questionSamples = {
  recordQuestion: ({ tx, rows }) => questions.recordQuestion(tx, questionKey(rows), null, rows.now),
  questionOf: ({ db, rows }) => questions.questionOf(db, questionKey(rows)),
  recordConsent: ({ tx, rows }) => questions.recordConsent(tx, questionKey(rows), 'remember-ar-1', rows.now),
} satisfies SamplesOf<typeof questions>;

const nameOf = ({ card }: SampleRows): forgetting.KeptName => ({
  provider: CHECKOUT_COM,
  sourceId: card.sourceId,
  payerReference: `device-${card.device}`,
});

export const forgettingSamples = {
  forgetLater: ({ tx, rows }) => forgetting.forgetLater(tx, [nameOf(rows)], 'said-no', rows.now),
  isBeingForgotten: ({ tx, rows }) => forgetting.isBeingForgotten(tx, nameOf(rows)),
  claimCardsToForget: ({ db, rows }) =>
    forgetting.claimCardsToForget(db, rows.now, { firstMs: 1, mostMs: 2 }, CLAIMED_MOST),
  crossOut: ({ db, rows }) => forgetting.crossOut(db, nameOf(rows)),
  isForgettingOverdue: ({ db }) => forgetting.isForgettingOverdue(db, 13, 9),
  countCardsToForget: ({ db }) => forgetting.countCardsToForget(db),
} satisfies SamplesOf<typeof forgetting>;
