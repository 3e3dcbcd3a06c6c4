import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';

/** Who runs the shop, and what its legal texts promise: each name is a placeholder of the texts. */
export const OPERATOR_FACTS = [
  'app_name',
  'competent_courts',
  'consumer_authority',
  'contact_email',
  'cr_number',
  'data_authority',
  'delivery_limit',
  'effective_date',
  'fine_base',
  'governing_law',
  'hosting_country',
  'minimum_age',
  'operator_address',
  'operator_country',
  'operator_name',
  'payment_providers',
  'refund_bank_days',
  'refund_decision_days',
  'retention_feedback',
  'retention_logs',
  'retention_orders',
  'retention_proofs',
  'retention_recipients',
  'retention_saved_cards',
  'retention_telemetry',
  'statement_name',
  'vat_number',
  'whatsapp',
] as const;

export type OperatorFact = (typeof OPERATOR_FACTS)[number];
export type OperatorFacts = Readonly<Record<OperatorFact, string>>;

/** The languages the texts are written in; the site itself may have fewer. */
export const LEGAL_LANGUAGES = ['ar', 'en'] as const;

export type LegalLanguage = (typeof LEGAL_LANGUAGES)[number];

const fact = v.pipe(v.string(), v.minLength(1));
const facts = v.object(
  Object.fromEntries(OPERATOR_FACTS.map((name) => [name, fact])) as Record<OperatorFact, typeof fact>,
);

/** Our own. Apart from the site's configuration: only the foot of a page and the legal texts ask, and no first load carries it. */
export const readOperatorFacts = endpoint({
  name: 'readOperatorFacts',
  methods: ['GET'],
  changes: false,
  path: '/api/web/operator/',
  request: codec(
    v.object({ language: v.optional(v.picklist(LEGAL_LANGUAGES), 'ar') }),
    ({ language }: { readonly language: LegalLanguage }) => ({ language }),
  ),
  answer: codec(facts, (operatorFacts: OperatorFacts) => ({ ...operatorFacts })),
});
