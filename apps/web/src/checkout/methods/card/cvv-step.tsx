import {
  type SavedCard,
  payTypeOfSource,
  providerOfSource,
  PROVIDERS,
  type CardFieldState,
} from '@jawhara/domain';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { Ltr } from '../../../ui/values.tsx';
import { SchemeMark } from '../../../ui/marks.tsx';
import { isolatedLtr } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';
import { cardNameInTwo, cardName } from '../../parts/card-name.ts';
import { DeleteCardButton } from './saved-card-row.tsx';
import type { SiteConfigState } from '../../../api/use-site-config.ts';
import { Note } from '../../../ui/note.tsx';
import { SectionHead } from '../../../ui/card.tsx';
import { showToast } from '../../../ui/toast.ts';
import { NO_NEWS, type FieldNews, type FieldsHandlers } from './fields/card-fields.ts';
import { fieldName } from './fields/field-words.ts';
import type { OrderSummary } from '../../parts/order-strip.tsx';
import { isCvvAgain, type EntryProblem, type Tokeniser } from '../../machine/purchase/purchase-state.ts';
import { CardBack, CvvHint } from './cvv-hint.tsx';
import { cardChannel, channelHasSplitFields, type CardChannel } from './card-channel.ts';
import { openCvvField } from './open-card-fields.ts';
import { CardPayBar, StepColumns, type CardPayBarProps } from './card-step-layout.tsx';
import { EnterForm, HostedField } from './hosted-field.tsx';
import { ExpiryField, type ExpiryFieldProps } from './expiry-field.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useCardFields, useFieldKeys, type UsedCardFields } from './use-card-fields.ts';
import { useFirstFocus } from './use-card-keys.ts';
import { CardFieldsFrame } from './card-fields-frame.tsx';

interface UsedCardRowProps {
  card: SavedCard;
  /** Absent for a card that is in no list, which cannot be deleted. */
  onDelete?: () => void;
  /** The card has expired and its date is being replaced. */
  isDateOver?: boolean;
}

/** The card that is about to pay: a row with its scheme and last four digits. */
function UsedCardRow({ card, onDelete, isDateOver = false }: UsedCardRowProps) {
  const date = word('cvv.expires', { date: isolatedLtr(card.expiry) });
  return (
    <div className="list">
      <div className="option on" data-testid="kept-card">
        <span className="radio" />
        <SchemeMark scheme={card.scheme} />
        <span className="fill">
          <span className="strong">
            <Ltr>{cardNameInTwo(card)}</Ltr>
          </span>
          <br />
          <span className="micro muted">
            {isDateOver ? <s>{date}</s> : card.isRemembered ? date : word('card.justUsed')}
          </span>
        </span>
        <DeleteCardButton card={card} onDelete={onDelete} />
      </div>
    </div>
  );
}

export interface CvvStepProps {
  order: OrderSummary;
  /** A card that is not saved is described as the one just used. */
  card: SavedCard;
  config: SiteConfigState;
  problem: EntryProblem | null;
  isPaying: boolean;
  isOnline: boolean;
  confirmLabel: string;
  onTokeniser: (tokenise: Tokeniser) => void;
  /** Pressed with a complete CVV, or without one where none is needed. */
  onConfirm: (cvv: CardFieldState) => void;
  onOtherCard: () => void;
  /** The bank declined the CVV so often that the button for another card comes first. */
  isSpent?: boolean;
  /** Absent if the card cannot be deleted. */
  onDelete?: () => void;
  /** Set if the card has expired: the new date is typed beside the CVV. */
  newDate?: NewDate;
}

interface NewDate {
  readonly field: ExpiryFieldProps;
  /** The sentence why the CVV cannot be sent yet; null when it can. */
  readonly held: string | null;
  /** Pay was pressed while something was missing. */
  readonly onPrompt: () => void;
}

const NO_NAME = (): string => '';

function useCvvField(config: SiteConfigState, { sourceId, scheme }: SavedCard) {
  const container = useRef<HTMLDivElement>(null);
  const site = config.kind === 'ready' ? config.config : null;
  const channel = useMemo(
    () => (site === null ? null : cardChannel(payTypeOfSource(sourceId), site, null)),
    [site, sourceId],
  );
  const open = useCallback(
    (opened: CardChannel, element: HTMLElement, handlers: FieldsHandlers) =>
      openCvvField(opened, { sourceId, scheme }, element, handlers),
    [sourceId, scheme],
  );
  const fields = useCardFields(channel, container, open, NO_NAME);
  const hasFailed = config.kind === 'error' || (config.kind === 'ready' && channel === null);
  return { container, channel, fields: hasFailed ? { ...fields, state: 'failed' as const } : fields };
}

/** The sentence why the confirm button does not pay yet; null when it does. */
function heldBy(isOnline: boolean, { state, isValid }: UsedCardFields): string | null {
  if (!isOnline) return word('net.notConnected');
  if (state !== 'ready') return word(state === 'failed' ? 'card.loadFailed' : 'card.loading');
  return isValid ? null : word('cvv.wrong');
}

/** A saved card and its CVV, which is never saved. */
export function CvvStep(props: CvvStepProps) {
  const { order, card, config, isPaying, isOnline, onTokeniser, newDate } = props;
  const { container, channel, fields } = useCvvField(config, card);
  const [isPrompted, setIsPrompted] = useState(false);
  const { tokenise } = fields;
  useEffect(() => onTokeniser(tokenise), [onTokeniser, tokenise]);

  const isReady = fields.state === 'ready';
  // The CVV is the only field here, so it gets the focus, on a phone too. If a new date is needed, the date comes first.
  useFirstFocus(isReady, newDate === undefined, () => fields.focus('cvv'));
  const held = heldBy(isOnline, fields) ?? newDate?.held ?? null;
  const payType = payTypeOfSource(card.sourceId);
  const isCvvRequired = PROVIDERS[providerOfSource(card.sourceId)].card.needsCvv;
  /** Shows what is missing, and focuses the first such field. */
  const ask = (): void => {
    if (!isReady || !isOnline) {
      if (held !== null) showToast(held, 'info');
      return;
    }
    setIsPrompted(true);
    newDate?.onPrompt();
    if (!fields.isValid) fields.focus('cvv');
  };
  const press = (): void => {
    if (isPaying) return;
    if (held === null) props.onConfirm('valid');
    else ask();
  };
  useFieldKeys(fields, { onWhole: () => undefined, onEnter: press });
  const bar = <CvvPayBar {...props} held={held} onPrompt={ask} onPress={press} />;
  const isDeclined = isCvvAgain(props.problem);
  const isTyped = isCvvRequired || newDate !== undefined;

  return (
    <StepColumns
      order={order}
      payType={payType}
      bankNote={isCvvRequired ? word('card.bankPage') : word('cvv.notAsked')}
      isPaying={isPaying}
    >
      <ProblemNote problem={props.problem} payType={payType} isSaidInField={isDeclined} />
      <CardToPay {...props} />
      <div hidden={!isTyped}>
        <CardFieldsFrame
          title={vaultTitle(newDate !== undefined, isDeclined)}
          state={fields.state}
          rows={1}
          onRetry={config.kind === 'error' ? config.retry : fields.retry}
          {...(isTyped && { foot: bar })}
        >
          {newDate !== undefined && (
            <EnterForm onEnter={press} isInert={isPaying}>
              <ExpiryField {...newDate.field} isFirst />
            </EnterForm>
          )}
          <CvvBox
            container={container}
            channel={channel}
            fields={fields}
            isPaying={isPaying}
            isWrong={isPrompted && !fields.isValid}
            isDeclined={isDeclined && fields.changes === 0 && fields.news?.fields.cvv.isValid !== true}
          />
        </CardFieldsFrame>
      </div>
      {!isTyped && bar}
    </StepColumns>
  );
}

/** The title of the box. It does not ask for the CVV again where the page's title does. */
function vaultTitle(hasNewDate: boolean, isDeclined: boolean): string {
  if (hasNewDate) return word('card.group');
  return word(isDeclined ? 'card.secure' : 'cvv.enter');
}

type CvvPayBarProps = Pick<CvvStepProps, 'card' | 'confirmLabel' | 'isSpent' | 'onOtherCard'> &
  Omit<CardPayBarProps, 'summary' | 'label' | 'onOtherCard'>;

function CvvPayBar({ card, confirmLabel, isSpent = false, onOtherCard, ...shared }: CvvPayBarProps) {
  return (
    <CardPayBar
      {...shared}
      summary={<Ltr>{cardName(card)}</Ltr>}
      label={confirmLabel}
      onOtherCard={isSpent ? onOtherCard : null}
    />
  );
}

function CardToPay({ card, newDate, onOtherCard, onDelete }: CvvStepProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <SectionHead
        id={titleId}
        title={word('cvv.savedTitle')}
        end={
          <button type="button" className="text-link" onClick={onOtherCard} data-testid="other-card">
            {word('cvv.otherCard')}
          </button>
        }
      />
      <UsedCardRow card={card} isDateOver={newDate !== undefined} {...(onDelete && { onDelete })} />
    </section>
  );
}

interface CvvBoxProps {
  container: RefObject<HTMLDivElement | null>;
  channel: CardChannel | null;
  fields: UsedCardFields;
  isPaying: boolean;
  isWrong: boolean;
  /** The bank declined the last CVV, and no other is typed yet. */
  isDeclined: boolean;
}

/** The place of the provider's CVV field, beside the picture that explains the CVV. */
function CvvBox({ container, channel, fields, isPaying, isWrong, isDeclined }: CvvBoxProps) {
  const hasSplitFields = channelHasSplitFields(channel);
  return (
    <>
      <div className="cvv-box" hidden={fields.state !== 'ready'} inert={isPaying}>
        <CardBack />
        <div ref={container} className="fill" data-testid="cvv-field">
          {hasSplitFields && (
            <SplitCvv cvv={(fields.news ?? NO_NEWS).fields.cvv} isWrong={isWrong} isDeclined={isDeclined} />
          )}
        </div>
      </div>
      {/* A frame that holds all fields reports no single field. */}
      {channel !== null && !hasSplitFields && (isWrong || isDeclined) && (
        <Note kind="error">{word(isWrong ? 'cvv.wrong' : 'card.cvvChange')}</Note>
      )}
      <p className="row wraps apart small muted">
        {word('cvv.explained')}
        {!hasSplitFields && <CvvHint isShort />}
      </p>
    </>
  );
}

interface SplitCvvProps extends Pick<CvvBoxProps, 'isWrong' | 'isDeclined'> {
  cvv: FieldNews;
}

function SplitCvv({ cvv, isWrong, isDeclined }: SplitCvvProps) {
  const wrong = isWrong || cvv.fault !== null ? word('cvv.wrong') : null;
  return (
    <HostedField
      name={fieldName('cvv')}
      place="encryptedSecurityCode"
      state={cvv.isValid ? 'valid' : cvv.fault === null ? 'empty' : 'invalid'}
      isFocused={cvv.isFocused}
      error={wrong ?? (isDeclined ? word('card.cvvChange') : null)}
      aid={<CvvHint isShort />}
      isLarge
    />
  );
}
