import { OPERATOR_FACTS, type OperatorFacts } from '@jawhara/contract';

/** The value of each fact is its own name in brackets, so that a test sees where the fact is shown. */
export const FACTS: OperatorFacts = {
  ...(Object.fromEntries(OPERATOR_FACTS.map((name) => [name, `(${name})`])) as Record<
    (typeof OPERATOR_FACTS)[number],
    string
  >),
  contact_email: 'help@jawhara.example',
  whatsapp: '+966 50 000 0000',
  payment_providers: 'Checkout.com (https://checkout.example/privacy)، Adyen: https://adyen.example/privacy.',
};
