import '../../words/load-data.ts';
import '../../words/load-saved.ts';
import { requestErasure } from '@jawhara/contract';
import { ERASURE_DUE_DAYS } from '@jawhara/domain';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { rememberReport } from '../../browser/storage/reports.ts';
import { BadgeIcon } from '../../ui/marks.tsx';
import { ButtonLink, Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

type Asking =
  | { readonly kind: 'asked-of-payer' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'done'; readonly reportNumber: string };

/** A refusal has words of its own (too many tries); what was lost on the way has ours. */
async function ask(): Promise<Asking> {
  const answer = await call(requestErasure, {});
  if (answer.kind === 'refused') return { kind: 'failed', sentence: answer.message };
  if (answer.kind === 'failed') return { kind: 'failed', sentence: word('data.eraseFailed') };
  const { reportNumber } = answer.value;
  // It is answered like a report, so it stands among them.
  rememberReport({
    reportNumber,
    orderNumber: '',
    contact: null,
    isSignedIn: storedLogin.read() !== null,
    sentAt: new Date(),
  });
  return { kind: 'done', reportNumber };
}

/** Asks first: a person sees to it, and what is deleted is gone. */
export function EraseDataSheet({ onClose }: { onClose: () => void }) {
  const [asking, setAsking] = useState<Asking>({ kind: 'asked-of-payer' });
  const isSending = asking.kind === 'sending';
  async function send(): Promise<void> {
    setAsking({ kind: 'sending' });
    setAsking(await ask());
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      isCancelable={!isSending}
      title={word('data.eraseTitle')}
      art={<BadgeIcon icon="trash-2" tone="danger" />}
    >
      {asking.kind === 'done' ? (
        <Done reportNumber={asking.reportNumber} />
      ) : (
        <>
          <p className="muted text-center">{word('data.eraseBody', { n: ERASURE_DUE_DAYS })}</p>
          {asking.kind === 'failed' && <Note kind="error">{asking.sentence}</Note>}
          <div className="sheet-actions">
            <Button variant="danger" busy={isSending} onPress={() => void send()}>
              {word('common.confirm')}
            </Button>
            {!isSending && (
              <Button variant="outline" onPress={onClose}>
                {word('common.cancel')}
              </Button>
            )}
          </div>
        </>
      )}
    </Sheet>
  );
}

function Done({ reportNumber }: { reportNumber: string }) {
  return (
    <>
      <Note kind="ok" isLive>
        {word('data.eraseDone', { number: isolatedLtr(reportNumber) })}
      </Note>
      <div className="sheet-actions">
        <ButtonLink href={`/feedback-success?report=${reportNumber}`}>{word('data.eraseFollow')}</ButtonLink>
      </div>
    </>
  );
}
