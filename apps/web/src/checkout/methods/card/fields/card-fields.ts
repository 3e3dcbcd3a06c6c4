import type {
  CardScheme,
  OrderedWith,
  SavedCard,
  CardProvider,
  PayerProof,
  RechargeId,
  CardFace,
} from '@jawhara/domain';
import type { ProviderFields } from '@jawhara/contract';

/** Fields in the provider's frames; the holder's name is typed into our own field where the provider needs it. */
export type ProviderField = 'number' | 'expiry' | 'cvv';

/** The fault of an invalid field; `other`: one that we do not explain. */
export type FieldFault = 'brand-not-accepted' | 'expired' | 'other';

/** Everything that a provider reports about one of its fields. */
export interface FieldNews {
  readonly isValid: boolean;
  readonly fault: FieldFault | null;
  readonly isFocused: boolean;
}

export interface CardNews {
  readonly fields: Readonly<Record<ProviderField, FieldNews>>;
  readonly scheme: CardScheme | null;
}

const UNTOUCHED: FieldNews = { isValid: false, fault: null, isFocused: false };

export const NO_NEWS: CardNews = {
  fields: { number: UNTOUCHED, expiry: UNTOUCHED, cvv: UNTOUCHED },
  scheme: null,
};

export interface FieldsHandlers {
  readonly onChange: (isValid: boolean) => void;
  /** Called only by a provider that reports each field. */
  readonly onNews: (news: CardNews) => void;
  /** Only for a provider that reports each field: the cursor is in this field, and the field is complete. */
  readonly onWhole: (field: ProviderField) => void;
  /** Only for a provider that reports each field: Enter was pressed in one of its fields. */
  readonly onEnter: () => void;
  /** The name from our own field, cleaned; read when the card is submitted. */
  readonly holderName: () => string;
}

/**
 * Card fields in the provider's own frames: typed card data never reaches this page. Adyen's script can move its cursor and
 * reports keys and completed fields, but cannot empty a field, so we open it again. Checkout.com's and PayerMax's can do
 * none of that: each shows all fields in one frame and shows its own errors.
 */
export interface CardFields {
  readonly isValid: () => boolean;
  /** A one-time token or encrypted values, or null when the fields gave none. */
  readonly tokenise: () => Promise<OrderedWith | null>;
  /** Only where the provider's script describes the card. Null before it has. */
  readonly face?: () => CardFace | null;
  /** Only where the provider's script can focus one of its fields. */
  readonly focus?: (field: ProviderField) => void;
  /** Only where the provider shows errors in its fields itself, and moves the cursor there. */
  readonly showFaults?: () => void;
  /** Only where one field can be emptied alone. Resolves when it can be typed into again. */
  readonly empty?: (field: ProviderField) => Promise<void>;
  /** Only where open fields can get new colours without losing their content. */
  readonly restyle?: () => void;
  readonly close: () => void;
}

/** The parts of a saved card that a provider's CVV field needs. */
export type SavedCardRef = Pick<SavedCard, 'sourceId' | 'scheme'>;

export interface Opening<Config> {
  readonly config: Config;
  /** The id of the pack, for fields that are opened for one pack; otherwise null. */
  readonly rechargeId: RechargeId | null;
}

/** The bank's challenge in our page, shown by the provider's script. */
export interface ScriptedCheck {
  readonly close: () => void;
}

export interface CheckHandlers {
  readonly onProof: (proof: PayerProof | null) => void;
  readonly onFailed: () => void;
}

/** `action`: the provider's text, which only its own script reads. */
export type OpenCheck = (
  action: string,
  element: HTMLElement,
  handlers: CheckHandlers,
) => Promise<ScriptedCheck>;

/**
 * A provider's card fields as the site uses them: how they are opened and how they look. Small, because every page may load it;
 * the rest of a provider's code is imported when its fields are opened. Its functions are declared as methods, so that one type
 * fits all providers: a config goes only to its own provider.
 */
export interface HostedFields<Number extends CardProvider = CardProvider, Config = unknown> {
  readonly provider: Number;
  /** The configuration with which this shop opens the fields; null if it has none. */
  configIn(site: ProviderFields): Config | null;
  /** Opens the fields for a new card in the element. */
  open(opening: Opening<Config>, element: HTMLElement, handlers: FieldsHandlers): Promise<CardFields>;
  /** Opens the CVV field of a saved card. */
  openCvv(
    opening: Opening<Config>,
    card: SavedCardRef,
    element: HTMLElement,
    handlers: FieldsHandlers,
  ): Promise<CardFields>;
  /** Only where the provider's script can show the bank's challenge in our page. Null if this shop has none. */
  scriptedCheckIn?(site: ProviderFields): OpenCheck | null;
  /** True if each field is a frame in our own box that reports its own state; false if one frame holds all fields. */
  readonly hasSplitFields: boolean;
  /** The card is typed on the provider's own page, so there is nothing to type on ours. */
  isOwnPage(config: Config): boolean;
}
