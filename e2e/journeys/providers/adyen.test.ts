import { ADYEN } from '../../providers.ts';
import { typedCardJourneys } from './card-journeys.ts';
import { savedCardJourneys } from './saved-card-journeys.ts';

typedCardJourneys(ADYEN);
savedCardJourneys(ADYEN);
