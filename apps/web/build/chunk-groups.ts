/**
 * How the first load of /pay is cut. Left alone the bundler makes a chunk for every set of routes that share a module:
 * sixteen files for /pay and 3.5 kB more after compression than these three. A group takes its modules' imports along.
 */
const REACT = /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/;

/** Modules that every screen needs and that do not need React: answers, stored values, sentences, icons. */
const FLOOR =
  /node_modules\/(?:valibot\/|react\/(?:cjs\/react-)?jsx-runtime)|src\/(?:words\/(?:word|isolate)\.|browser\/(?:storage\/(?:stored|login|purchase|recipients)|event-queue)\.|ui\/(?:icon|values)\.|api\/read-answer\.)/;

/** Together with FLOOR, the modules that draw the packs before React is loaded: packs-first.tsx. */
const PACKS =
  /src\/(?:screens\/pay\/packs-first|ui\/draw-plain|words\/load-pay|api\/packs-of|checkout\/parts\/pack(?:-tiles|s-first-id))/;

/**
 * Modules that the start screen and /pay both need: the frame of the app, the common primitives, the look-up of a recipient, and
 * the cards this device knows (a file of their own weighed 200 bytes more).
 */
const SHARED =
  /src\/(?:app\/(?:app|unknown-path)\.|api\/(?:query-cache|use-query)|recipient\/(?:use-look-up|id-field)|words\/(?:load-recipient|isolate)|browser\/storage\/use-stored|saved-card\/card-source|ui\/(?!sheet|footer|toaster|help\/(?:help-sheet|help-link|report|support)|copy-button|back-guard|use-back|loading|text-size|theme|language-|switch-language|use-language|display|page-held|medal|tracker|pay-bar|operator-line|[a-z]+-style))/;

/** Modules that /pay and the routes after it need: server state, packs, the recipient's card. */
const CHOOSING =
  /src\/(?:api\/use-gem-packs|recipient\/(?:use-recipient|recipient-section)|ui\/pay-bar|checkout\/(?:parts\/(?:pay-amount|card-choice|card-name|pay-gap|gap-sentence|consent-line|use-same-again)|methods\/(?:method-section|new-card-row|seen-card-row)))/;

/** A provider's whole library is one file, fetched only when its fields or its bank check open. */
const ADYEN = /node_modules\/@adyen\//;

/** Chunks of use only online and only to some payers: not fetched in advance, not kept for a day without a network. */
export const PROVIDER_CHUNK = /^adyen-/;

export const CHUNK_GROUPS = [
  { name: 'floor', test: FLOOR, priority: 5 },
  { name: 'packs', test: PACKS, priority: 4 },
  { name: 'react', test: REACT, priority: 3 },
  { name: 'shared', test: SHARED, priority: 2 },
  { name: 'choosing', test: CHOOSING, priority: 1 },
  { name: 'adyen-library', test: ADYEN, priority: 1 },
];
