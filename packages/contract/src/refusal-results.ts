import type {
  FeedbackTextRefusal,
  FileRefusal,
  LoginGap,
  RechargeRefusal,
  RestrictionRefusal,
} from '@jawhara/domain';

export type RefusalKind =
  | RechargeRefusal
  | RestrictionRefusal
  | LoginGap
  | FeedbackTextRefusal
  | FileRefusal
  | 'files-too-many'
  | 'file-unreadable'
  | 'file-not-found'
  | 'upload-void'
  | 'report-not-found'
  | 'login-wrong'
  | 'login-refused'
  | 'login-provider-away'
  | 'login-unknown-person'
  | 'login-ticket-void'
  | 'login-closed'
  | 'not-signed-in'
  | 'malformed'
  | 'card-data'
  | 'from-elsewhere'
  | 'device-unclear'
  | 'post-only'
  | 'hand-over-void'
  | 'too-many-tries'
  | 'busy'
  | 'pack-not-found'
  | 'pay-type-not-offered'
  | 'order-not-found'
  | 'order-not-cancellable'
  | 'receipt-link-invalid'
  | 'order-link-invalid'
  | 'mail-link-invalid'
  | 'mail-not-offered'
  | 'refund-not-due'
  | 'request-id-missing'
  | 'request-id-reused'
  | 'repeat-purchase'
  | 'card-not-found'
  | 'card-not-updated'
  | 'card-question-closed'
  | 'card-expired'
  | 'cvv-missing'
  | 'payments-paused'
  | 'wallet-not-available'
  | 'wallet-unstable'
  | 'fine-none'
  | 'fine-permanent'
  | 'fine-changed'
  | 'rooms-not-served'
  | 'room-not-live';

/**
 * The envelope's result number of every refusal. 20001 and 20186 are specified; the other 20xxx and 22xxx are ours.
 * Separate from the sentences, which are ten times as large and only needed by the server.
 */
export const REFUSAL_RESULTS = {
  banned: 20001,
  deactivated: 20186,
  'being-cancelled': 20187,
  guest: 20188,
  'source-mismatch': 20189,
  'ludo-account': 20190,
  'not-found': 20191,
  // The specified number for a social login without an account.
  'login-unknown-person': 21266,
  // The specified number for a login after which the page logs out: the account may no longer be used.
  'login-closed': -10000,
  'login-id-missing': 22020,
  'login-password-missing': 22021,
  'login-wrong': 22022,
  'login-refused': 22023,
  'login-provider-away': 22024,
  'login-ticket-void': 22025,
  'not-signed-in': 22026,
  // The specified number.
  'card-not-updated': 31073,
  'card-not-found': 22030,
  'card-question-closed': 22031,
  'card-expired': 22032,
  'cvv-missing': 22033,
  malformed: 22001,
  'card-data': 22002,
  'too-many-tries': 22003,
  'pack-not-found': 22004,
  'pay-type-not-offered': 22005,
  'order-not-found': 22006,
  'order-not-cancellable': 22007,
  'request-id-missing': 22008,
  'request-id-reused': 22009,
  'payments-paused': 22010,
  'wallet-not-available': 22011,
  'payer-restricted': 22012,
  'card-restricted': 22013,
  'from-elsewhere': 22014,
  'post-only': 22060,
  'receipt-link-invalid': 22061,
  'mail-link-invalid': 22062,
  'mail-not-offered': 22063,
  'refund-not-due': 22015,
  busy: 22016,
  'hand-over-void': 22017,
  'wallet-unstable': 22018,
  'device-unclear': 22019,
  'fine-none': 22050,
  'fine-permanent': 22051,
  'fine-changed': 22052,
  'feedback-empty': 22040,
  'feedback-too-long': 22041,
  'files-too-many': 22042,
  'file-type-refused': 22043,
  'file-too-large': 22044,
  'file-empty': 22045,
  'file-unreadable': 22046,
  'file-not-found': 22047,
  'upload-void': 22048,
  'report-not-found': 22049,
  'rooms-not-served': 22070,
  'room-not-live': 22071,
  'repeat-purchase': 22072,
  'order-link-invalid': 22073,
} as const satisfies Record<RefusalKind, number>;

/** Whether the request was refused before it was processed, so that the same request may succeed in a moment. */
export function isUnread(refusal: RefusalKind | null): boolean {
  return refusal === 'too-many-tries' || refusal === 'busy';
}

export function refusalOfResult(result: number): RefusalKind | null {
  for (const [kind, known] of Object.entries(REFUSAL_RESULTS)) {
    if (known === result) return kind as RefusalKind;
  }
  return null;
}

/** Every kind of error that an envelope can carry. */
export type ErrorKind = RefusalKind | 'fault' | 'part-timed-out' | 'no-such-call';

/** A refusal without its sentence does not compile, in any language. */
export type ErrorMessages = Readonly<Record<ErrorKind, string>>;
