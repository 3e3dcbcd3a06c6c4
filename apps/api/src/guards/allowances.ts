import type { CallName } from '@jawhara/contract';

/** How many calls a minute one device, one account and one address may make. */
export interface CallAllowance {
  readonly perDevice: number;
  readonly perAccount: number;
  /** Carriers put thousands of phones behind one address: this limit stops floods, not people. */
  readonly perAddress: number;
}

/** Cheap calls that every opened page makes. */
const PAGE = { perDevice: 120, perAccount: 240, perAddress: 6_000 };
/** Polled while a payment is undecided: twice a second, on more than one page. */
const POLL = { perDevice: 360, perAccount: 720, perAddress: 12_000 };
/** Reports of pages about themselves, which come in bursts. */
const REPORT = { perDevice: 300, perAccount: 600, perAddress: 12_000 };
/** Calls for a visitor's own data, read or changed by hand. */
const OWN = { perDevice: 60, perAccount: 120, perAddress: 3_000 };
/** Expensive calls: they query a provider or check a secret. Narrower guards follow later. */
const COSTLY = { perDevice: 20, perAccount: 40, perAddress: 600 };

/** Every call has a row: a call without one does not compile. */
export const ALLOWANCES = {
  readSiteConfig: PAGE,
  readServerTime: PAGE,
  readBackupDomains: PAGE,
  readPosition: PAGE,
  askHandOver: PAGE,
  askBrowserHandOver: PAGE,
  probeHost: PAGE,
  probeHostOfApp: PAGE,
  listGemPacks: PAGE,
  checkDomainPayable: PAGE,
  readSignInProviders: PAGE,
  readOperatorFacts: PAGE,
  // A page fetches one ticket per connection: eight in eight seconds while a gateway is away.
  issueRoomTicket: PAGE,
  // The parts of a batch are counted too, each by its own row.
  runBatch: PAGE,

  reportPageView: REPORT,
  addEvent: REPORT,
  reportSensorData: REPORT,
  reportTrace: REPORT,
  reportPolicyViolations: REPORT,

  readOrderStatus: POLL,
  readOrderFailure: POLL,
  resolveOrderRequest: POLL,
  readRecentOrder: POLL,

  readSignedInAccount: OWN,
  readJoinedRooms: OWN,
  readAccountStatuses: OWN,
  readPressedAccount: OWN,
  findRecipient: OWN,
  readFine: OWN,
  listRecipientHistory: OWN,
  uploadRecipientHistory: OWN,
  listSavedCards: OWN,
  readCardOfOrder: OWN,
  readOrder: OWN,
  readReport: OWN,
  readReceipt: OWN,
  stopMail: OWN,
  unsubscribeMail: OWN,
  cancelOrder: OWN,
  wishRefund: OWN,
  listOrders: OWN,
  joinOrders: OWN,
  refreshSession: OWN,
  logOut: OWN,
  logOutEverywhere: OWN,
  listSessions: OWN,
  endSession: OWN,
  forgetDevice: OWN,
  armHandOver: OWN,

  createCoinPay: COSTLY,
  createFinePay: COSTLY,
  createFinePayByPayerMax: COSTLY,
  submitAuthenticationResult: COSTLY,
  submitPaymentToken: COSTLY,
  openCardSession: COSTLY,
  openWalletSession: COSTLY,
  verifyWalletPay: COSTLY,
  updateSavedCard: COSTLY,
  deleteSavedCard: COSTLY,
  askUploadTokens: COSTLY,
  submitFeedback: COSTLY,
  readMyData: COSTLY,
  requestErasure: COSTLY,
  subscribeToMail: COSTLY,
  findOrder: COSTLY,
  openOrderLink: COSTLY,
  uploadFile: COSTLY,
  uploadImage: COSTLY,
  logInWithPassword: COSTLY,
  logInWithTicket: COSTLY,
  takeHandOver: COSTLY,
  readTicket: COSTLY,
  logInWithFacebook: COSTLY,
  readLoginKey: COSTLY,
  logInWithGoogle: COSTLY,
} as const satisfies Record<CallName, CallAllowance>;
