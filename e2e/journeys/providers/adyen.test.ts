import { ADYEN } from '../../providers/adyen.ts';
import { typedCardJourneys } from './card-journeys.ts';
import { savedCardJourneys } from './saved-card-journeys.ts';

typedCardJourneys(ADYEN);
savedCardJourneys(ADYEN);
