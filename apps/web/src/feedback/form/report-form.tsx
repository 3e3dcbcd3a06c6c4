import { Suspense, type FormEvent } from 'react';
import { FEEDBACK_WORDS_MAX } from '@jawhara/domain';
import { Link } from '../../ui/navigation.tsx';
import { Note } from '../../ui/note.tsx';
import { steadyLazy } from '../../ui/lazy.tsx';
import { word } from '../../words/word.ts';
import type {
  SendProblem,
  FeedbackChange,
  FeedbackEvent,
  FeedbackState,
  FormFault,
} from '../flow/feedback-state.ts';
import { randomUuid } from '../../browser/ids.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { shownFaults } from '../flow/feedback.ts';
import { fetchLateParts } from '../flow/run-feedback.ts';
import { OrderField, StoryField, TopicChoice } from './report-fields.tsx';

const SupportAtHand = steadyLazy(async () => (await fetchLateParts()).SupportAtHand);

interface SendProblemNoteProps {
  problem: SendProblem | null;
  orderNumber: string;
}

/** Why the report was not sent, and the contacts that work without it. */
function SendProblemNote({ problem, orderNumber }: SendProblemNoteProps) {
  if (problem === null) return null;
  if (problem.kind === 'timeout') {
    return (
      <Note kind="warn" icon="clock" isLive>
        {word('feedback.timeout')}
      </Note>
    );
  }
  if (problem.kind === 'refused') return <Note kind="error">{problem.message}</Note>;
  return (
    <>
      <Note kind="error" icon="circle-alert">
        {word('feedback.submitFailed')} <Link href="/?page=contact">{word('footer.contact')}</Link>
      </Note>
      <Suspense fallback={null}>
        <SupportAtHand orderNumber={orderNumber} />
      </Suspense>
    </>
  );
}

/** Loaded late, because the attachments are below the fold and few visitors use them. */
const Attachments = steadyLazy(async () => (await fetchLateParts()).Attachments);

/** Contains the support channels for a report that cannot be sent, so it is loaded before they are needed. */
const ReplyHint = steadyLazy(async () => (await fetchLateParts()).ReplyHint);

const CONTACT_CHARACTERS_MAX = 254;

function storyError(faults: readonly FormFault[]): string | null {
  if (faults.includes('card-number')) return word('feedback.noCard');
  if (faults.includes('feedback-empty')) return word('feedback.required');
  if (faults.includes('feedback-too-long')) return word('feedback.tooLong', { max: FEEDBACK_WORDS_MAX });
  return null;
}

interface ReportFormProps {
  state: FeedbackState;
  /** True without a login: then the form has a field for a contact. A signed-in payer is answered in the app. */
  isVisitor: boolean;
  send: (event: FeedbackEvent) => void;
}

export function ReportForm({ state, isVisitor, send }: ReportFormProps) {
  const { form, isOnline } = state;
  const faults = shownFaults(state);
  const isBusy = state.at !== 'writing';
  const change = (what: FeedbackChange): void => send({ type: 'changed', change: what });

  function submit(event: FormEvent): void {
    event.preventDefault();
    send({ type: 'send-pressed', requestId: randomUuid() });
  }

  return (
    <form className="col gap-28" noValidate onSubmit={submit} aria-label={word('feedback.title')}>
      <SendProblemNote problem={state.problem} orderNumber={form.orderNumber} />
      <TopicChoice
        topic={form.topic}
        isMissing={faults.includes('topic-missing')}
        onChoose={(topic) => change({ topic })}
      />
      <OrderField orderNumber={form.orderNumber} isFilled={form.isOrderFilled} onChange={change} />
      <StoryField
        content={form.content}
        error={storyError(faults)}
        isReadOnly={isBusy}
        onChange={(content) => change({ content })}
      />
      {isVisitor && (
        <div id="report-contact">
          <Field
            label={word('feedback.contact')}
            value={form.contact}
            inputMode="email"
            autoComplete="email"
            maxLength={CONTACT_CHARACTERS_MAX}
            error={faults.includes('contact-unreadable') ? word('feedback.contactBad') : null}
            onChange={(contact) => change({ contact })}
          />
        </div>
      )}
      <Suspense fallback={<Skeleton width="100%" height="9rem" />}>
        <Attachments files={form.files} pickFaults={state.pickFaults} isBusy={isBusy} send={send} />
      </Suspense>
      <Note kind="warn" icon="shield-check">
        {word('feedback.noCard')}
      </Note>
      <Button
        type="submit"
        icon="send"
        busy={isBusy}
        held={isOnline ? null : word('feedback.waitOnline')}
        testId="report-send"
      >
        {isBusy ? word('feedback.sending') : word('feedback.submit')}
      </Button>
      <Suspense fallback={null}>
        <ReplyHint />
      </Suspense>
    </form>
  );
}
