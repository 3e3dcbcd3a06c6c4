import { messages as pay } from '../../words/ar/pay.po';
import { listGemPacks, type RechargeList } from '@jawhara/contract';
import type { GemPack } from '@jawhara/domain';
import { packsOf } from '../../api/packs-of.ts';
import { readAnswer } from '../../api/read-answer.ts';
import { PackTiles } from '../../checkout/parts/pack-tiles.tsx';
import { PACKS_FIRST_ID } from '../../checkout/parts/packs-first-id.ts';
import {
  choosePack,
  storedPacks,
  storedChosenAmount,
  storedLastPaidAmount,
} from '../../browser/storage/purchase.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { drawPlain } from '../../ui/draw-plain.ts';
import { addWords, pageLocale } from '../../words/word.ts';

addWords(pay);

/** Draws the packs. A pack pressed here is stored where the pay screen reads it, so it stays chosen when React takes over. */
function drawPacks(place: Element, list: RechargeList): void {
  const offer = packsOf(list);
  if (!place.isConnected || offer.packs.length === 0) return;
  const lastPaid = storedLastPaidAmount.read();
  function choose(pack: GemPack): void {
    choosePack(pack);
    drawPacks(place, list);
    place.querySelector<HTMLElement>('[aria-checked=true]')?.focus();
  }
  place.replaceChildren();
  drawPlain(
    <PackTiles
      offer={offer}
      chosen={storedChosenAmount.read() ?? lastPaid}
      lastPaid={lastPaid}
      isSignedIn={storedLogin.read() !== null}
      onChoose={choose}
    />,
    place,
  );
}

/**
 * The packs can be pressed before React is loaded: a small chunk of its own, loaded first, draws the list that first-paint.js has
 * requested. In Arabic only: a page in another language is shown when its words are loaded.
 */
export async function showPacksFirst(): Promise<void> {
  const place = document.getElementById(PACKS_FIRST_ID);
  const early = globalThis.earlyRequest;
  if (place === null || pageLocale() !== 'ar') return;
  const lastSeen = storedPacks.read();
  if (lastSeen !== null) drawPacks(place, lastSeen);
  const answered = await early?.answer.catch(() => undefined);
  const answer = answered && readAnswer(listGemPacks.answer, answered);
  if (answer?.kind === 'ok') drawPacks(place, answer.value);
}

void showPacksFirst();
