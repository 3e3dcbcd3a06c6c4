import type { CardKeeper } from '../orders/base/card-keeper.ts';
import { recordQuestion } from './card-question.store.ts';
import { forgetCardOf, noteCard } from './note-card.ts';
import { cardById, cardBySource, markExpiredByBank, usedAgain } from './saved-card.store.ts';

/** The port of saved cards for orders: questions and reports. */
export const savedCardKeeper: CardKeeper = {
  cardBySource,
  cardById,
  recordQuestion,
  usedAgain,
  noteCard,
  forgetCard: (tx, payment, at) => forgetCardOf(tx, payment, 'not-the-order-s-payment', at),
  markExpiredByBank,
};
