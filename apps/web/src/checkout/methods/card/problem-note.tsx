import { isEmbeddedWallet, type PayType } from '@jawhara/domain';
import { word } from '../../../words/word.ts';
import type { StepProblem } from '../../machine/checkout-state.ts';
import { isolatedLtr } from '../../../words/isolate.ts';
import { fieldRejected } from './fields/field-words.ts';
import type { EntryProblem, WalletTrouble } from '../../machine/purchase/purchase-state.ts';
import { Note } from '../../../ui/note.tsx';
import type { WordId } from '../../../words/word-id.ts';

const SENTENCES: { readonly [Problem in StepProblem]: (() => string) | null } = {
  /** Shown under the field instead. */
  'expiry-wrong': null,
  'expiry-refused': () => word('err.31073'),
  'expiry-not-updated': () => word('err.updateFailed'),
  'card-not-deleted': () => word('saved.notDeleted'),
};

/** The sentence for a failed action on a card; null where its own field shows it. */
export function stepProblemSentence(problem: StepProblem | null): string | null {
  return problem === null ? null : (SENTENCES[problem]?.() ?? null);
}

/**
 * [ORD-10] The sentence for an order that could not be created: the server's reason and code. For a wallet button that the
 * provider draws it is the sentence about a network error.
 */
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
  if (problem.kind === 'field-refused') return fieldRejected(problem.field);
  return orderFailedSentence(payType, problem);
}

interface ProblemNoteProps {
  problem: EntryProblem | null;
  payType: PayType;
  /** Set if the field itself shows what the bank did not accept, so that it is not shown twice. */
  isSaidInField?: boolean;
}

/** Why the payer is back at the card. A refusal by the bank is no error of this page, so its note has the colour of a warning. */
export function ProblemNote({ problem, payType, isSaidInField = false }: ProblemNoteProps) {
  const isRefused = problem?.kind === 'field-refused';
  if (problem === null || (isRefused && isSaidInField)) return null;
  return (
    <Note {...(isRefused ? REFUSED : FAILED)} isLive>
      {problemSentence(problem, payType)}
    </Note>
  );
}
