import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { PLAIN_PAGE, type GoOn, type GuardPage, type Guards, type RunningGuards } from './guard-page.ts';
import { NO_FACTS, OPEN, type GuardEffect, type GuardEvent, type PageFacts } from './guard-state.ts';
import { guards, methodFacts } from './guards.ts';

/**
 * If this page is still open after this time, the navigation to the host of the wallet counts as stopped, and the payer can press
 * again. Slow connections need less.
 */
const HOST_STOPPED_AFTER_MS = 30_000;

/** A failed look-up must not stop a payment: the server checks for repeats again when the order is placed. */
function readEarlier(
  { findRepeat }: GuardPage,
  { turn, purchase }: Extract<GuardEffect, { do: 'read-earlier' }>,
  emit: (event: GuardEvent) => void,
): void {
  const now = new Date();
  const found = findRepeat(purchase, now);
  if (!(found instanceof Promise)) return emit({ type: 'earlier-read', turn, question: found, now });
  return void found.catch(() => null).then((question) => emit({ type: 'earlier-read', turn, question, now }));
}

async function goToHost(page: GuardPage, turn: number, host: string): Promise<GuardEvent> {
  if (!(await page.leaveForHost(host).catch(() => false))) return { type: 'host-failed', turn };
  // If the payer stops the navigation, this page stays open and the timer ends.
  await new Promise((resolve) => setTimeout(resolve, HOST_STOPPED_AFTER_MS));
  return { type: 'host-stopped', turn };
}

async function readFine(
  page: GuardPage,
  { turn, displayId }: Extract<GuardEffect, { do: 'read-fine' }>,
  isWanted: () => boolean,
): Promise<GuardEvent> {
  const amountUsdCents = await page.readFine(displayId, isWanted);
  return amountUsdCents === 'unread'
    ? { type: 'check-failed', turn }
    : { type: 'fine-read', turn, amountUsdCents };
}

async function checkCards(page: GuardPage, turn: number, isWanted: () => boolean): Promise<GuardEvent> {
  const isRead = (await page.machine?.checkCards(isWanted)) === true;
  return { type: isRead ? 'cards-checked' : 'check-failed', turn };
}

/** Runs the guards of one page. Everything up to the payment happens inside the press, unless a guard has to wait. */
export function runGuards(first: GuardPage): RunningGuards {
  const listeners = new Set<() => void>();
  let page = first;
  let isHere = true;
  let state = OPEN;
  let goOn: GoOn = () => undefined;
  const emit = (event: GuardEvent): void => {
    if (!isHere) return;
    const loaded = page.machine?.getState().checkout ?? null;
    const facts = { ...page.facts, ...methodFacts(loaded, page.facts.pack) };
    const [next, ...effects] = guards(state, event, facts);
    const isSame = next === state;
    state = next;
    for (const effect of effects) run(effect);
    if (!isSame) for (const listener of listeners) listener();
  };
  const emitLater = (event: Promise<GuardEvent>): void => void event.then(emit);
  const emitCheck = (turn: number, check: Promise<GuardEvent>): void =>
    emitLater(check.catch(() => ({ type: 'check-failed', turn })));
  const run = (effect: GuardEffect): void => {
    const isWanted = (): boolean => isHere && 'turn' in effect && state.turn === effect.turn;
    switch (effect.do) {
      case 'explain':
        return page.explain(effect.gap);
      case 'search':
        return page.search();
      case 'read-earlier':
        return readEarlier(page, effect, emit);
      case 'go-to-host':
        return emitLater(goToHost(page, effect.turn, effect.host));
      case 'read-fine':
        return emitCheck(effect.turn, readFine(page, effect, isWanted));
      case 'check-cards':
        return emitCheck(effect.turn, checkCards(page, effect.turn, isWanted));
      case 'go-on':
        return goOn({ replace: effect.isAfterSheet }, page.machine);
    }
  };
  return {
    getState: () => state,
    send: emit,
    press(press, next) {
      // A press that is ignored must not replace the action of the earlier one.
      if (state.at !== 'leaving-host') goOn = next;
      emit({ type: 'pressed', press });
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    setPage: (next) => void (page = next),
    setIsHere: (next) => void (isHere = next),
  };
}

/** The guards of a page that has only these facts and no checkout machine. */
export function runPlainGuards(facts: Partial<PageFacts>, explain: GuardPage['explain']): RunningGuards {
  return runGuards({ ...PLAIN_PAGE, facts: { ...NO_FACTS, ...facts }, explain });
}

/** The guards of a page. Each render gives them the newest facts of the page. */
export function useGuards(page: GuardPage): Guards {
  const [running] = useState(() => runGuards(page));
  const state = useSyncExternalStore(running.subscribe, running.getState, running.getState);
  useLayoutEffect(() => running.setPage(page));
  useEffect(() => {
    running.setIsHere(true);
    return () => running.setIsHere(false);
  }, [running]);
  const { recipient, typedId } = page.facts;
  useEffect(() => running.send({ type: 'recipient-changed' }), [running, recipient, typedId]);
  return { state, send: running.send, press: running.press };
}
