import type {
  CardScheme,
  OrderedWith,
  SavedCard,
  CardProvider,
  PayerProof,
  RechargeId,
} from '@jawhara/domain';
import type { ProviderFields } from '@jawhara/contract';

/** The fields that are the provider's; the holder's name is typed into ours where it asks for one. */
export type ProviderField = 'number' | 'expiry' | 'cvv';

/** The fault of an invalid field; `other`: not one that we explain. */
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
  /** The name in our own field, cleaned; read when the card is passed on. */
  readonly holderName: () => string;
}

/**
 * Card fields that live in the provider's own frames: what is typed there never reaches this page. Adyen's script moves its
 * cursor and tells of keys and whole fields; it empties none, so that one is opened anew. Checkout.com's and PayerMax's know
 * none of it: each shows all fields in one frame, with a cursor of its own, and says by itself what is wrong in it.
 */
export interface CardFields {
  readonly isValid: () => boolean;
  /** A one-time token or sealed values, or null when the fields could not give any. */
  readonly tokenise: () => Promise<OrderedWith | null>;
  /** Only where the provider's script can put the cursor into one of its fields. */
  readonly focus?: (field: ProviderField) => void;
  /** Only where the provider shows by itself what is wrong in its fields, and puts the cursor there. */
  readonly showFaults?: () => void;
  /** Only where one field can be emptied and the others kept. Resolves when it can be typed into again. */
  readonly empty?: (field: ProviderField) => Promise<void>;
  /** Only where open fields can be given the page's colours once more, with what is typed in them. */
  readonly restyle?: () => void;
  readonly close: () => void;
}

/** The parts of a saved card that a provider's CVV field needs. */
export type SavedCardRef = Pick<SavedCard, 'sourceId' | 'scheme'>;

export interface Opening<Config> {
  readonly config: Config;
  /** The pack as the provider's pay type sells it, where the fields are opened for one; else null. */
  readonly rechargeId: RechargeId | null;
}

/** The bank's question in our page, shown by the provider's script. */
export interface ScriptedCheck {
  readonly close: () => void;
}

export interface CheckHandlers {
  readonly onProof: (proof: PayerProof | null) => void;
  readonly onFailed: () => void;
}

/** `action`: the provider's text for its own script. */
export type OpenCheck = (
  action: string,
  element: HTMLElement,
  handlers: CheckHandlers,
) => Promise<ScriptedCheck>;

/**
 * Everything the site knows of a provider: how its card fields are opened and how they look. Small, because every page may
 * load it; further code of a provider is imported when its fields are opened.
 * The functions are methods, so that the value of each provider fits the general type: a config goes only to its own provider.
 */
export interface HostedFields<Number extends CardProvider = CardProvider, Config = unknown> {
  readonly provider: Number;
  /** The configuration that this shop opens the fields with; null: this shop has none. */
  configIn(site: ProviderFields): Config | null;
  /** Puts the fields for a new card into the element. */
  open(opening: Opening<Config>, element: HTMLElement, handlers: FieldsHandlers): Promise<CardFields>;
  /** The one field of a card that the provider keeps. */
  openCvv(
    opening: Opening<Config>,
    card: SavedCardRef,
    element: HTMLElement,
    handlers: FieldsHandlers,
  ): Promise<CardFields>;
  /** Only where the provider's script can ask the bank's question in our page. Null: not in this shop. */
  scriptedCheckIn?(site: ProviderFields): OpenCheck | null;
  /** Each field is a frame in a box that we draw, and tells of itself. Otherwise one frame holds all, and speaks as a whole. */
  readonly hasSplitFields: boolean;
  /** The card is typed on the provider's own page, so there is nothing to type on ours. */
  isOwnPage(config: Config): boolean;
}
