import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callFates, lineScheduler, scheduledLine, type CallFate } from '../../api/test/scheduled-line.ts';
import { faultOfPage, faultOfRest, faultOfStep } from './test/page-rules.ts';
import {
  GUARDED,
  habitsOnly,
  nextStep,
  payerActs,
  PAYS,
  PRESSES,
  type Act,
  type GuardedAct,
  type Happening,
  type Press,
} from './test/payer-acts.ts';
import { playedPage, type PlayedPage, type PlayedStorage } from './test/played-page.ts';
import { playedShop } from './test/played-shop.ts';
import type { CheckoutState } from './checkout-state.ts';

interface Play {
  readonly acts: readonly Act[];
  readonly fates: readonly CallFate[];
  /** Random numbers: `choices` select the server's decisions, `fields` the results of the card fields. */
  readonly choices: readonly number[];
  readonly fields: readonly number[];
  readonly hasWallet: boolean;
  readonly isCardSeen: boolean;
  /** Whether the server decides every order in the end. */
  readonly isAllDecided: boolean;
}

const playsWith = (acts: fc.Arbitrary<readonly Act[]>): fc.Arbitrary<Play> =>
  fc.record({
    acts,
    fates: callFates,
    choices: fc.array(fc.nat({ max: 29 }), { maxLength: 20, size: 'max' }),
    fields: fc.array(
      fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 3 }) }),
      {
        maxLength: 12,
      },
    ),
    hasWallet: fc.boolean(),
    isCardSeen: fc.boolean(),
    isAllDecided: fc.boolean(),
  });

/** Enough scheduler tasks to answer every open call. Many of them are polls. */
const CALM_TASKS = 60;

async function play(
  scheduler: fc.Scheduler,
  { acts, fates, choices, fields, ...setup }: Play,
): Promise<void> {
  const line = scheduledLine(scheduler, fates);
  const shop = playedShop(choices);
  const storage: PlayedStorage = { orderId: null, pendingRequestId: null, lastOrderId: null };
  const fieldChoices = [...fields];
  let ids = 0;
  const faults: string[] = [];
  const note = (fault: string | null): void => void (fault !== null && faults.push(fault));

  const openTab = (): PlayedPage =>
    playedPage({
      line,
      shop,
      storage,
      hasWallet: setup.hasWallet,
      isCardSeen: setup.isCardSeen,
      chooseField: () => fieldChoices.shift() ?? 0,
      newId: (what) => `${what}-${(ids += 1)}`,
      onStep(before, event, next) {
        line.log.push(`  ${event.type}: ${nameOf(before)} -> ${nameOf(next)}`);
        note(faultOfStep(shop, before, event, next));
      },
    });
  const tabs = [openTab(), openTab()];

  const press = (page: PlayedPage, what: Press | GuardedAct): void => {
    if (PAYS.includes(what)) {
      page.counts.presses += 1;
      page.counts.cardsSincePress = 0;
    }
    if (what === 'pay') return page.pay();
    if (what in GUARDED) return page.guards()?.send(GUARDED[what as Exclude<GuardedAct, 'pay'>]);
    return void page.running.dispatch(PRESSES[what as Press]);
  };
  const openPage = (page: PlayedPage, isBackFromBank: boolean): void => {
    const orderId = isBackFromBank ? storage.lastOrderId : storage.orderId;
    const entry = { orderId, pendingRequestId: storage.pendingRequestId, isBackFromBank, proof: null };
    page.running.dispatch({ type: 'page-opened', entry });
  };
  const HAPPEN: Record<Happening, (page: PlayedPage, tab: number) => void> = {
    'open the page': (page) => openPage(page, false),
    'come back from the bank'(page, tab) {
      page.die();
      tabs[tab] = openTab();
      openPage(tabs[tab], storage.lastOrderId !== null);
    },
    reload(page, tab) {
      page.die();
      tabs[tab] = openTab();
      openPage(tabs[tab], false);
    },
    'the bank returns'({ running }) {
      const state = running.getState();
      const purchase = state.at === 'purchasing' ? state.purchase : null;
      if (purchase?.at === 'bank-check')
        running.dispatch({ type: 'bank-returned', orderId: purchase.orderId, proof: null });
    },
    'agree in the sheet'(page) {
      const sheet = page.sheet();
      if (sheet?.isValidated === true)
        sheet.sheetEvents.onAuthorised({ walletToken: `wallet-${(ids += 1)}`, methodType: 'debit' });
    },
    'close the sheet'(page) {
      const sheet = page.sheet();
      if (sheet === null) return;
      sheet.isOpen = false;
      sheet.sheetEvents.onCancelled();
    },
    'go offline': () => line.setOnline(false),
    'go online': () => line.setOnline(true),
    'the newest order moves': () => shop.move(false),
    'the older order moves': () => shop.move(true),
    'a new face is chosen': (page) => page.meetNewFace(),
  };

  const checkTabs = (): void => {
    for (const page of tabs) note(faultOfPage(shop, page));
  };
  for (const { tab, after, what } of acts) {
    await line.run(after);
    const page = tabs[tab] ?? openTab();
    const done = what === 'the next step' ? nextStep(page.running.getState()) : what;
    line.log.push(`tab ${tab}: ${done}`);
    if (done in PRESSES || done in GUARDED) press(page, done as Press | GuardedAct);
    else HAPPEN[done as Happening](page, tab);
    checkTabs();
    if (faults.length > 0) break;
  }
  line.log.push('calm');
  line.calmDown();
  await line.run(CALM_TASKS);
  if (setup.isAllDecided) shop.decideAll();
  line.log.push('decided');
  await line.run(CALM_TASKS);
  checkTabs();
  for (const page of tabs) note(faultOfRest(shop, page, setup.isAllDecided));
  for (const page of tabs) page.die();
  const found = [...new Set(faults)];
  expect({ found, log: found.length === 0 ? [] : reported(line.log) }).toEqual({ found: [], log: [] });
}

/** The log of a failed run; of the polls at its end only the first few are worth reading. */
function reported(log: readonly string[]): readonly string[] {
  return [...log.slice(0, log.indexOf('calm') + 20), '…', ...log.slice(-6)];
}

function nameOf(state: CheckoutState): string {
  return state.at === 'purchasing' || state.at === 'ended' ? `${state.at} ${state.purchase.at}` : state.at;
}

describe('the checkout with answers late, twice, never and in any order', () => {
  it.each([
    ['random presses, with answers late, twice or never, break no rule of the checkout', payerActs, 500],
    [
      'several purchases in a row, with answers late, twice or never, break no rule of the checkout',
      habitsOnly,
      500,
    ],
  ] as const)('%s', { timeout: 120_000 }, async (_name, acts, numRuns) => {
    await fc.assert(fc.asyncProperty(lineScheduler(), playsWith(acts), play), { numRuns });
  });
});
