import {
  readHolderName,
  cardFieldsLeft,
  cardHabitsFor,
  cleanHolderName,
  type PayType,
  type RechargeId,
  type CardFieldState,
  type CardFieldStates,
} from '@jawhara/domain';
import { useEffect, useEffectEvent, useCallback, useMemo, useRef, useState } from 'react';
import type { SiteConfigState } from '../../../api/use-site-config.ts';
import type { CheckoutEvent } from '../../machine/checkout-state.ts';
import type { EntryProblem, Tokeniser, RefusedField } from '../../machine/purchase/purchase-state.ts';
import type { OrderSummary } from '../../parts/order-strip.tsx';
import { NO_NEWS, type CardNews, type FieldNews } from './fields/card-fields.ts';
import { isPc, useCardKeys, useFirstFocus } from './use-card-keys.ts';
import { word } from '../../../words/word.ts';
import { cardChannel, channelHasSplitFields, isHostedPage, type CardChannel } from './card-channel.ts';
import { openCardFields } from './open-card-fields.ts';
import { useCardFields, type CardFieldsState } from './use-card-fields.ts';

export interface CardStepProps {
  order: OrderSummary;
  /** The pay type whose fields are shown. */
  payType: PayType;
  /** The id of the pack as sold through this pay type; null for a fine. */
  rechargeId: RechargeId | null;
  config: SiteConfigState;
  problem: EntryProblem | null;
  isPaying: boolean;
  isOnline: boolean;
  /** Gives the purchase the function that requests the card. */
  onTokeniser: (tokenise: Tokeniser) => void;
  /** The bank declined the CVV so often that the button for another card comes first. */
  isSpent?: boolean;
  onOtherCard?: () => void;
  /** Sends events to the checkout machine: a press on pay is sent if nothing is missing. */
  dispatch: (event: CheckoutEvent) => unknown;
}

const HOLDER_STATES = {
  read: 'valid',
  'holder-name-empty': 'empty',
  'holder-name-too-long': 'invalid',
} as const satisfies Record<ReturnType<typeof readHolderName>['kind'], CardFieldState>;

function stateOf({ isValid, fault }: FieldNews): CardFieldState {
  if (isValid) return 'valid';
  return fault === null ? 'empty' : 'invalid';
}

/** States for fields that report only as a whole: all are valid, or any may be missing. */
function wholeCardStates(isValid: boolean): CardFieldStates {
  const state: CardFieldState = isValid ? 'valid' : 'empty';
  return { number: state, expiry: state, cvv: state, holder: state };
}

/** States for fields that report one by one, with the name typed into our own field. */
function cardFieldStates({ fields }: CardNews, holder: string): CardFieldStates {
  return {
    number: stateOf(fields.number),
    expiry: stateOf(fields.expiry),
    cvv: stateOf(fields.cvv),
    holder: HOLDER_STATES[readHolderName(holder).kind],
  };
}

/** The field that the bank did not accept. `onBack` is called with it once per refusal, as soon as the fields are ready. */
function useRefusedField(
  problem: EntryProblem | null,
  isReady: boolean,
  onBack: (field: RefusedField) => void,
): RefusedField | null {
  const field = problem?.kind === 'field-refused' ? problem.field : null;
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (problem?.kind === 'field-refused' && isReady) back(problem.field);
  }, [problem, isReady]);
  return field;
}

function useChannel({ config, payType, rechargeId }: CardStepProps): CardChannel | null {
  const site = config.kind === 'ready' ? config.config : null;
  // Where the fields are not opened for one pack, choosing another pack keeps what is typed.
  const pack = cardHabitsFor(payType)?.opensForPack ? rechargeId : null;
  return useMemo(() => (site === null ? null : cardChannel(payType, site, pack)), [site, payType, pack]);
}

/** The sentence why the confirm button does not pay yet; null when it does. */
function heldBy(
  isOnline: boolean,
  state: CardFieldsState,
  states: CardFieldStates,
  isCounted: boolean,
): string | null {
  if (!isOnline) return word('net.notConnected');
  if (state !== 'ready') return word(state === 'failed' ? 'card.loadFailed' : 'card.loading');
  const left = cardFieldsLeft(states).length;
  if (left === 0) return null;
  return isCounted ? word('count.fieldsLeft', { n: left }) : word('card.incomplete');
}

/**
 * A declined CVV stands in a frame that cannot be emptied: it must not be sent again as it is. True until the payer changes
 * something in the frame.
 */
function useDeclinedUnchanged(
  refused: RefusedField | null,
  problem: EntryProblem | null,
  changes: number,
): boolean {
  const [declined, setDeclined] = useState<{ problem: EntryProblem; at: number } | null>(null);
  if (refused === 'cvv' && problem !== null && declined?.problem !== problem)
    setDeclined({ problem, at: changes });
  return refused === 'cvv' && declined?.problem === problem && declined?.at === changes;
}

/** The holder's name is submitted with the card, with its value at that moment. */
function useHolder() {
  const [holder, setHolder] = useState('');
  const typed = useRef('');
  const holderInput = useRef<HTMLInputElement>(null);
  const holderName = useCallback(() => cleanHolderName(typed.current), []);
  const typeHolder = (text: string): void => {
    typed.current = text;
    setHolder(text);
  };
  const emptyHolder = (): void => {
    typeHolder('');
    holderInput.current?.focus();
  };
  return { holder, holderName, holderInput, typeHolder, emptyHolder };
}

/** State of a card that is being typed: the fields, their reports, and the handling of keys. */
export function useCardEntry(props: CardStepProps) {
  const { config, problem, isOnline, onTokeniser } = props;
  const container = useRef<HTMLDivElement>(null);
  const channel = useChannel(props);
  const { holder, holderName, holderInput, typeHolder, emptyHolder } = useHolder();
  const [isPrompted, setIsPrompted] = useState(false);
  const fields = useCardFields(channel, container, openCardFields, holderName);
  const { tokenise } = fields;
  useEffect(() => onTokeniser(tokenise), [onTokeniser, tokenise]);

  const hasSplitFields = channelHasSplitFields(channel);
  const news = fields.news ?? NO_NEWS;
  const states = hasSplitFields ? cardFieldStates(news, holder) : wholeCardStates(fields.isValid);
  const hasFailed = config.kind === 'error' || (config.kind === 'ready' && channel === null);
  const state = hasFailed ? 'failed' : fields.state;
  const isReady = state === 'ready';
  const refused = useRefusedField(problem, isReady, (field) => {
    // The CVV must be typed again for each attempt, whichever field was wrong. All other fields stay as they are.
    if (field !== 'cvv') void fields.empty('cvv');
    if (field === 'holder') emptyHolder();
    else void fields.empty(field).then(() => fields.focus(field));
  });
  const isUnchanged = useDeclinedUnchanged(hasSplitFields ? null : refused, problem, fields.changes);
  const held =
    heldBy(isOnline, state, states, hasSplitFields) ?? (isUnchanged ? word('card.cvvChange') : null);
  // On a phone the focus would open the keyboard unexpectedly.
  useFirstFocus(isReady, isPc() && refused === null, () => fields.focus('number'));
  const { ask, press } = useCardKeys({
    fields,
    states,
    hasSplitFields,
    held,
    mayAsk: isReady && isOnline,
    focusHolder: () => holderInput.current?.focus(),
    onPrompt: () => setIsPrompted(true),
    dispatch: props.dispatch,
  });
  return {
    container,
    state,
    held,
    ask,
    press,
    retry: config.kind === 'error' ? config.retry : fields.retry,
    isUnchanged,
    isHosted: isHostedPage(channel),
    /** The content of our own boxes; null where the provider draws everything itself. */
    sealed: hasSplitFields
      ? { news, states, isPrompted, refused, holder, holderInput, onHolder: typeHolder, onEnter: press }
      : null,
  };
}
