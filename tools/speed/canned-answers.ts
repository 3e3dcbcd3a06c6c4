import {
  addEvent,
  DEFAULT_SITE_CONFIG,
  findRecipient,
  listGemPacks,
  listSavedCards,
  OPERATOR_FACTS,
  readAccountStatuses,
  readBackupDomains,
  readOperatorFacts,
  readPosition,
  readSiteConfig,
  reportSensorData,
  reportTrace,
  type Codec,
  type OperatorFacts,
} from '@jawhara/contract';
import { accountId, ADYEN, CHECKOUT_COM, PAYERMAX } from '@jawhara/domain';

/** Prices and gems of the packs that the development shop sells to a guest. */
const PACKS = [
  { amount: '0.99', coin: 100, extra_coin: 0 },
  { amount: '2.99', coin: 320, extra_coin: 20 },
  { amount: '4.99', coin: 540, extra_coin: 40 },
  { amount: '9.99', coin: 1_060, extra_coin: 60 },
  { amount: '19.99', coin: 2_200, extra_coin: 200 },
  { amount: '29.99', coin: 3_400, extra_coin: 400 },
  { amount: '49.99', coin: 5_800, extra_coin: 800 },
  { amount: '99.99', coin: 12_000, extra_coin: 2_000 },
];

const PACK_LIST = {
  list: PACKS.map((pack) => ({
    ...pack,
    recharge_id: `gems-${pack.coin}`,
    origin_coin: pack.coin - pack.extra_coin,
    pay_sub_types: [23],
  })),
  recommends: ['19.99'],
  extra_recommend: null,
  is_new: true,
  is_new_uid: true,
  is_new_h5device: true,
  pay_group: 'default',
};

/** A recipient chosen on an earlier visit: only a returning visitor can open the sheet on /pay. */
export const KNOWN_RECIPIENT = {
  to_uid: 1_001,
  to_display_uid: '5048213',
  to_nickname: 'Noura',
  to_icon: null,
};

/** Recipients of earlier visits: without them the page has no button to choose another recipient. */
export const KNOWN_RECIPIENTS = [
  KNOWN_RECIPIENT,
  { to_uid: 1_002, to_display_uid: '3310457', to_nickname: 'Salem', to_icon: null },
];

/** A configuration with the card fields of two providers, which stay closed while the page is measured. */
const CONFIG = {
  ...DEFAULT_SITE_CONFIG,
  cardFields: {
    [CHECKOUT_COM]: { scriptUrl: 'https://fields.example/card.js', publicKey: 'pk', environment: 'sandbox' },
    [ADYEN]: { clientKey: 'test_key', environment: 'test', apiUrl: null },
    [PAYERMAX]: null,
  },
} as const;

const FACTS = Object.fromEntries(OPERATOR_FACTS.map((name) => [name, name])) as OperatorFacts;

/**
 * By path, a response for every call that /pay makes while it loads: a call without a response is repeated, which would be
 * measured too.
 */
export const CANNED_ANSWERS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  [listGemPacks.path, PACK_LIST],
  [findRecipient.path, KNOWN_RECIPIENT],
  canned(readSiteConfig, CONFIG),
  canned(readPosition, { country: 'SA' }),
  canned(readBackupDomains, {}),
  canned(readOperatorFacts, FACTS),
  canned(readAccountStatuses, new Map([[accountId(1_002), 'normal']])),
  canned(listSavedCards, []),
  canned(addEvent, {}),
  canned(reportSensorData, {}),
  canned(reportTrace, {}),
]);

/** Path of the canned API that lists the calls it had no response for. */
export const UNANSWERED_PATH = '/unanswered/';

function canned<Ours>(
  { path, answer }: { readonly path: string; readonly answer: Codec<Ours> },
  ours: Ours,
): [string, unknown] {
  return [path, answer.write(ours)];
}
