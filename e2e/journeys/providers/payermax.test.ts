import { PAYERMAX } from '../../providers/payermax.ts';
import { typedCardJourneys } from './card-journeys.ts';
import { savedCardJourneys } from './saved-card-journeys.ts';

typedCardJourneys(PAYERMAX);
savedCardJourneys(PAYERMAX);
