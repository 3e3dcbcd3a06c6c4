import { readPosition, reportTrace, type Position } from '@jawhara/contract';
import { COUNTRY_TRIES_MAX } from '@jawhara/domain';
import { resultOfFailure, type CallAnswer } from '../../api/call-answer.ts';
import { callTogether } from '../../api/call-together.ts';
import { call } from '../../api/call.ts';
import { storedCountry } from '../../browser/storage/device.ts';
import { waitForTurn } from '../../browser/waits.ts';
import { askingStep } from './run-in-order.ts';

const TRY_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 300;
const forever = new AbortController().signal;

async function tried(first: Promise<CallAnswer<Position>>): Promise<CallAnswer<Position>> {
  let answer = await first;
  for (let tries = 1; answer.kind !== 'ok' && tries < COUNTRY_TRIES_MAX; tries += 1) {
    await waitForTurn(AGAIN_AFTER_MS * 2 ** (tries - 1), forever);
    answer = await call(readPosition, {}, { timeoutMs: TRY_WITHIN_MS });
  }
  return answer;
}

/** The first try is part of the start-up batch, later ones are sent alone. */
export const lookUpCountry = askingStep<CallAnswer<Position>>({
  name: 'country-look-up',
  withinMs: 10_000,
  ask: () => callTogether(readPosition, {}),
  async run(first) {
    const answer = await tried(first);
    if (answer.kind === 'ok') {
      if (answer.value.country !== null) storedCountry.write(answer.value.country);
      return;
    }
    const result = answer.kind === 'refused' ? answer.result : resultOfFailure(answer.failure);
    const data = JSON.stringify({ step: 'position', tries: COUNTRY_TRIES_MAX, result });
    await call(reportTrace, { orderId: null, data });
    throw new Error(`no country after ${COUNTRY_TRIES_MAX} tries: ${result}`);
  },
});
