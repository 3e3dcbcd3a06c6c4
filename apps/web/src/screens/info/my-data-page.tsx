import { requestErasure, readMyData } from '@jawhara/contract';
import { ERASURE_DUE_DAYS } from '@jawhara/domain';
import { useState } from 'react';
import { forgetStored } from '../../browser/storage/forget-login.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedUsageObjection } from '../../browser/storage/device.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { word } from '../../words/word.ts';
import { call } from '../../api/call.ts';
import { rememberReport } from '../../browser/storage/reports.ts';
import { BadgeIcon } from '../../ui/marks.tsx';
import { ButtonLink, Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { useQuery } from '../../api/query-cache.ts';
import { saveFile } from '../../browser/save-file.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast.ts';
import { MyDataList, readMyFile } from './my-data-list.tsx';
import { SessionList } from './session-list.tsx';

const CHOICES = [
  [true, () => word('data.usageOn')],
  [false, () => word('data.usageOff')],
] as const satisfies readonly (readonly [boolean, () => string])[];

/** The switch that turns off usage records on this device. */
export function UsageControl() {
  const isRecorded = useStored(storedUsageObjection) === null;
  const choose = (isWanted: boolean): void => {
    if (isWanted) return storedUsageObjection.forget();
    storedUsageObjection.write(true);
    forgetStored('performance');
  };
  return (
    <Card>
      <div className="row apart wraps" role="radiogroup" aria-label={word('data.usage')}>
        <span className="strong">{word('data.usage')}</span>
        <span className="row wraps">
          {CHOICES.map(([choice, label]) => (
            <button
              key={String(choice)}
              type="button"
              role="radio"
              aria-checked={isRecorded === choice}
              className={classes('chip-button', isRecorded === choice && 'on')}
              onClick={() => choose(choice)}
            >
              {label()}
            </button>
          ))}
        </span>
      </div>
      <p className="micro muted mt-18">{word('data.usageBody')}</p>
    </Card>
  );
}

type Asking =
  | { readonly kind: 'asked-of-payer' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'done'; readonly reportNumber: string };

/** A refusal is explained by the server's message (too many tries, for example), an unanswered call by a sentence of ours. */
async function ask(): Promise<Asking> {
  const answer = await call(requestErasure, {});
  if (answer.kind === 'refused') return { kind: 'failed', sentence: answer.message };
  if (answer.kind === 'failed') return { kind: 'failed', sentence: word('data.eraseFailed') };
  const { reportNumber } = answer.value;
  // An operator answers it like a report, so it is listed among them.
  rememberReport({
    reportNumber,
    orderNumber: '',
    contact: null,
    isSignedIn: storedLogin.read() !== null,
    sentAt: new Date(),
  });
  return { kind: 'done', reportNumber };
}

/** Asks for a confirmation, because deleted data cannot be restored. */
function EraseDataSheet({ onClose }: { onClose: () => void }) {
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

function MyData({ file }: { file: string }) {
  const read = readMyFile(file);
  function download(): void {
    const day = new Date().toISOString().slice(0, 10);
    saveFile(`jawhara-my-data-${day}.json`, new Blob([file], { type: 'application/json' }));
    showToast(word('data.downloaded'));
  }
  return (
    <>
      <Button variant="soft" icon="download" onPress={download}>
        {word('data.download')}
      </Button>
      {read !== null && <MyDataList file={read} />}
    </>
  );
}

/** The data stored about the visitor: to read, to download, and to have it erased. */
export function MyDataPage() {
  const [isErasing, setErasing] = useState(false);
  // The answer changes if the visitor logs in meanwhile.
  const accountId = useStored(storedLogin)?.account.accountId ?? null;
  const { value, problem, retry } = useQuery(`my-data ${accountId ?? ''}`, () => call(readMyData, {}), 0);
  return (
    <>
      <p className="muted">{word('data.lead')}</p>
      {value !== null && <MyData file={value.file} />}
      {value === null && problem !== null && <ErrorState title={word('data.loadFailed')} onRetry={retry} />}
      {value === null && problem === null && (
        <p className="row muted" role="status">
          <Spinner /> {word('data.loading')}
        </p>
      )}
      {accountId !== null && <SessionList accountId={accountId} />}
      <UsageControl />
      <Button variant="outline" icon="trash-2" onPress={() => setErasing(true)}>
        {word('data.erase')}
      </Button>
      {isErasing && <EraseDataSheet onClose={() => setErasing(false)} />}
    </>
  );
}
