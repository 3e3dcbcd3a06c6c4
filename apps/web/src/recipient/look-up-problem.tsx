import { messages as pay } from '../words/ar/pay.po';
import { parse, wireBannedRecipient, type BannedRecipient } from '@jawhara/contract';
import { isSameDisplayId, savedMeant, type Recipient } from '@jawhara/domain';
import { useSiteConfig } from '../api/use-site-config.ts';
import { storeOfDevice } from '../browser/app-store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { ButtonLink, Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { Name, DisplayIdText } from '../ui/values.tsx';
import { isolatedLtr, isolatedName } from '../words/isolate.ts';
import { addWords, word } from '../words/word.ts';
import { banSentences, nextStepsAfter, refusalSentence, type NextStep } from './refusal-words.ts';
import type { NotFound } from './use-look-up.ts';

addWords(pay);

interface LookUpProblemProps {
  problem: NotFound;
  known: readonly Recipient[];
  onTakeKnown: (recipient: Recipient) => void;
  onRetry: () => void;
  /** Empties the field. */
  onOther: () => void;
}

type Refused = Extract<NotFound, { kind: 'refused' }>;

/** The refused account, where the server shows it, and only if it is the one looked up. */
export function bannedFace({ displayId, data }: Refused): BannedRecipient | null {
  const face = parse(wireBannedRecipient, data);
  return face.kind === 'parsed' && isSameDisplayId(displayId, face.value.recipient.displayId)
    ? face.value
    : null;
}

function knownMeant({ displayId }: Refused, known: readonly Recipient[]): Recipient | null {
  const meant = savedMeant(
    displayId,
    known.map((one) => one.displayId),
  );
  return known.find((one) => one.displayId === meant) ?? null;
}

/** Why an id cannot be used, and what to do next. */
export function LookUpProblem(props: LookUpProblemProps) {
  const { problem, known, onTakeKnown, onRetry, onOther } = props;
  if (problem.kind === 'failed') {
    return (
      <Note kind="error">
        {word('recipient.lookupFailed')}{' '}
        <button type="button" className="text-link" onClick={onRetry} data-testid="look-up-again">
          {word('common.retry')}
        </button>
      </Note>
    );
  }
  const meant = problem.refusal === 'not-found' ? knownMeant(problem, known) : null;
  if (meant !== null) {
    return <NearMiss problem={problem} meant={meant} onTake={() => onTakeKnown(meant)} onFix={onOther} />;
  }
  if (problem.refusal === 'not-found') {
    return (
      <p className="field-error" role="alert">
        <Icon name="circle-alert" size="xs" />
        {refusalSentence(problem.refusal, problem.message)}
      </p>
    );
  }
  const banned = problem.refusal === 'banned' ? bannedFace(problem) : null;
  return (
    <div className="col gap-16">
      {banned === null ? (
        <Note kind="error">{refusalSentence(problem.refusal, problem.message)}</Note>
      ) : (
        <BannedFace banned={banned} />
      )}
      {problem.refusal === 'ludo-account' && <WayIntoApp />}
      <NextSteps
        steps={nextStepsAfter(problem.refusal, banned?.ban ?? null, problem.displayId)}
        isFirstFilled={problem.refusal !== 'ludo-account'}
        onOther={onOther}
      />
    </div>
  );
}

function BannedFace({ banned: { recipient, ban } }: { banned: BannedRecipient }) {
  const { what, more } = banSentences(ban);
  return (
    <div className="refused-face row" role="alert" data-testid="refused-recipient">
      <Avatar nickname={recipient.nickname} iconUrl={recipient.iconUrl} mark="bad" />
      <div className="fill">
        <div className="strong">
          <Name>{recipient.nickname}</Name>
        </div>
        <div className="small text-danger-ink">{what}</div>
        {more !== null && <div className="micro">{more}</div>}
      </div>
    </div>
  );
}

/**
 * This account is recharged in the app, so this links to the app or to its store. Without a link where the operator has set no
 * address.
 */
function WayIntoApp() {
  const site = useSiteConfig();
  const links = site.kind === 'ready' ? site.config.appLinks : null;
  const way =
    links && (links.open ?? storeOfDevice(navigator.userAgent, links) ?? links.google ?? links.apple);
  return (
    <>
      <p className="small muted">{word('err.ludo.next')}</p>
      {way !== null && (
        <a className="button primary" href={way} rel="noreferrer" data-testid="into-app">
          {word('err.ludo.open')}
        </a>
      )}
    </>
  );
}

interface NextStepsProps {
  steps: readonly NextStep[];
  /** False where another filled button is shown above these steps. */
  isFirstFilled: boolean;
  onOther: () => void;
}

function NextSteps({ steps, isFirstFilled, onOther }: NextStepsProps) {
  return steps.map((step, index) => {
    const variant = isFirstFilled && index === 0 ? 'primary' : 'ghost';
    return step.href === null ? (
      <Button key={step.label} variant={variant} onPress={onOther} testId="other-account">
        {step.label}
      </Button>
    ) : (
      <ButtonLink key={step.label} href={step.href} variant={variant} {...(step.icon && { icon: step.icon })}>
        {step.label}
      </ButtonLink>
    );
  });
}

interface NearMissProps {
  problem: Refused;
  meant: Recipient;
  onTake: () => void;
  onFix: () => void;
}

/** Shown if no account has the typed id but a known recipient has nearly the same one. */
function NearMiss({ problem, meant, onTake, onFix }: NearMissProps) {
  const name = isolatedName(meant.nickname);
  return (
    <div className="col gap-16" data-testid="near-miss">
      <div className="near-miss row" role="alert">
        <Avatar small nickname={meant.nickname} iconUrl={meant.iconUrl} />
        <div className="fill">
          <div className="small">
            {word('recipient.missingMeans', { id: isolatedLtr(problem.displayId), name })}
          </div>
          <div className="small strong">
            <DisplayIdText id={meant.displayId} />
          </div>
        </div>
      </div>
      <div className="near-answers">
        <Button onPress={onTake} testId="take-known">
          {word('recipient.takeKnown', { name })}
        </Button>
        <Button variant="outline" onPress={onFix} testId="fix-digits">
          {word('recipient.fixDigits')}
        </Button>
      </div>
    </div>
  );
}
