import type { CallName } from '@jawhara/contract';

/** How many calls a minute one device, one account and one address may make. */
export interface CallAllowance {
  readonly perDevice: number;
  readonly perAccount: number;
  /** Mobile carriers put thousands of phones behind one address, so this limit stops only floods of requests. */
  readonly perAddress: number;
}

/** Cheap calls that every opened page makes. */
const PAGE = { perDevice: 120, perAccount: 240, perAddress: 6_000 };
/** Calls that a page polls while a payment is undecided: twice a second, possibly on more than one open page. */
const POLL = { perDevice: 360, perAccount: 720, perAddress: 12_000 };
/** Reports that pages send about their own errors and events, which come in bursts. */
const REPORT = { perDevice: 300, perAccount: 600, perAddress: 12_000 };
/** Calls that read or change a visitor's own data at a press. */
const OWN = { perDevice: 60, perAccount: 120, perAddress: 3_000 };
/** Expensive calls: they call a provider or check a secret. Narrower limits of their own apply to them later. */
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
  // A page fetches one ticket for each connection: up to eight in eight seconds while the gateway of rooms is down.
  issueRoomTicket: PAGE,
  // The parts of a batch are counted too, each towards the limit of its own call.
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
