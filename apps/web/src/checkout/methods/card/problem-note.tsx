import { isEmbeddedWallet, type PayType } from '@jawhara/domain';
import { word } from '../../../words/word.ts';
import type { StepProblem } from '../../machine/checkout-state.ts';
import { isolatedLtr } from '../../../words/isolate.ts';
import { fieldRejected } from './fields/field-words.ts';
import type { RefusedField, EntryProblem, WalletTrouble } from '../../machine/purchase/purchase-state.ts';
import { Note } from '../../../ui/note.tsx';
import type { WordId } from '../../../words/word-id.ts';

const SENTENCES: { readonly [Problem in StepProblem]: (() => string) | null } = {
  /** Said under the field. */
  'expiry-wrong': null,
  'expiry-refused': () => word('err.31073'),
  'expiry-not-updated': () => word('err.updateFailed'),
  'card-not-deleted': () => word('saved.notDeleted'),
};

/** Why the last action on a card failed; null where its own field says so. */
export function stepProblemSentence(problem: StepProblem | null): string | null {
  return problem === null ? null : (SENTENCES[problem]?.() ?? null);
}

/** The order could not be placed. An embedded wallet cannot show our reasons, so it gets the network's sentence. */
export function orderFailedSentence(
  payType: PayType,
  refused: { readonly message: string; readonly result: number },
): string {
  if (isEmbeddedWallet(payType)) return word('net.error');
  return word('dlg.order.failed', {
    message: refused.message.replace(/[.\s]+$/, ''),
    code: isolatedLtr(String(refused.result)),
  });
}

/** Which field the bank did not accept; everything else is as it was. */
function refusedSentence(field: RefusedField): string {
  return field === 'cvv' ? word('cvv.again') : fieldRejected(field);
}

const REFUSED = { kind: 'warn', icon: 'circle-alert' } as const;
const FAILED = { kind: 'error' } as const;

const WALLET_WORDS = {
  cancelled: 'err.cancelledByUser',
  session: 'err.walletSession',
  lost: 'net.error',
  'not-sent': 'err.sendFailed',
} as const satisfies Record<WalletTrouble, WordId>;

export function problemSentence(problem: EntryProblem, payType: PayType): string {
  if (problem.kind === 'card-not-read') return word('card.notRead');
  if (problem.kind === 'nothing-sent') return word('card.nothingSent');
  if (problem.kind === 'wallet') return word(WALLET_WORDS[problem.why]);
  if (problem.kind === 'field-refused') return refusedSentence(problem.field);
  return orderFailedSentence(payType, problem);
}

interface ProblemNoteProps {
  problem: EntryProblem | null;
  payType: PayType;
  /** Each field says for itself what the bank did not accept of it: once is enough. */
  isSaidInField?: boolean;
}

/** Why the payer is back at the card. A refusal by the bank is no fault of this page, so it is amber. */
export function ProblemNote({ problem, payType, isSaidInField = false }: ProblemNoteProps) {
  const isRefused = problem?.kind === 'field-refused';
  if (problem === null || (isRefused && isSaidInField)) return null;
  return (
    <Note {...(isRefused ? REFUSED : FAILED)} isLive>
      {problemSentence(problem, payType)}
    </Note>
  );
}
