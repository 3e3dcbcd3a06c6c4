import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';

/** Facts about the company and its legal promises: each name is a placeholder of the legal texts. */
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

/** The languages of the legal texts; the site may have fewer. */
export const LEGAL_LANGUAGES = ['ar', 'en'] as const;

export type LegalLanguage = (typeof LEGAL_LANGUAGES)[number];

const fact = v.pipe(v.string(), v.minLength(1));
const facts = v.object(
  Object.fromEntries(OPERATOR_FACTS.map((name) => [name, fact])) as Record<OperatorFact, typeof fact>,
);

/**
 * Not part of the specification. Separate from the site's configuration: only parts that are drawn after a page's first load
 * need these facts: footer, legal texts, consent terms, trust block, receipt.
 */
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
