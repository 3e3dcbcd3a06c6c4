import type { ProviderFields } from '@jawhara/contract';
import type { CardProvider, PayerProof, RechargeId } from '@jawhara/domain';
import type { CardFields, FieldsHandlers, SavedCardRef } from './card-fields.ts';

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
