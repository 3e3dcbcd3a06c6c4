import { OPERATOR_FACTS, type OperatorFacts } from '@jawhara/contract';

/** Each fact says its own name, so that a test sees where it went. */
export const FACTS: OperatorFacts = {
  ...(Object.fromEntries(OPERATOR_FACTS.map((name) => [name, `(${name})`])) as Record<
    (typeof OPERATOR_FACTS)[number],
    string
  >),
  contact_email: 'help@jawhara.example',
  whatsapp: '+966 50 000 0000',
  payment_providers: 'Checkout.com (https://checkout.example/privacy)، Adyen: https://adyen.example/privacy.',
};
