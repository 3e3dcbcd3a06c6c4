import { CHECKOUT_COM } from '../../providers/checkout-com.ts';
import { typedCardJourneys } from './card-journeys.ts';
import { savedCardJourneys } from './saved-card-journeys.ts';

typedCardJourneys(CHECKOUT_COM);
savedCardJourneys(CHECKOUT_COM);
