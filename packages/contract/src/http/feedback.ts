import {
  FEEDBACK_TOPICS,
  IMAGE_BYTES_MAX,
  isFileKey,
  readContact,
  VIDEO_BYTES_MAX,
  type AccountId,
  type FeedbackContact,
  type FeedbackTopic,
  type FileKey,
  type FilePurpose,
  type FileRefusal,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { REFUSAL_RESULTS, refusalOfResult } from '../refusal-results.ts';
import { wireCount, wireIgnored } from '../wire-types.ts';

/** More files than the form ever sends. The real limit is checked later, because its refusal has a message of its own. */
const FILES_READ_MAX = 20;

/** A JSON list, or a list as JSON text; a missing value is an empty list. */
function listOf<Item extends v.GenericSchema>(item: Item) {
  const list = v.pipe(v.array(item), v.maxLength(FILES_READ_MAX));
  const empty = v.pipe(
    v.literal(''),
    v.transform((): v.InferOutput<Item>[] => []),
  );
  return v.union([list, empty, v.pipe(v.string(), v.maxLength(20_000), v.parseJson(), list)]);
}

/** A single line without control characters, such as the device's description of itself. */
const line = v.pipe(v.string(), v.maxLength(200), v.regex(/^\P{Cc}*$/u));

const wireFileKey = v.pipe(
  v.string(),
  v.check(isFileKey),
  v.transform((text) => text as FileKey),
);

/** A file as the browser describes it, before its content is checked. */
export interface AnnouncedFile {
  readonly name: string;
  readonly bytes: number;
  readonly contentType: string;
}

export interface UploadRequest {
  readonly files: readonly AnnouncedFile[];
  readonly purpose: FilePurpose;
  /** The file's key is to contain the day. */
  readonly needsDate: boolean;
}

/** The address to which one file may be sent, or why it is refused. */
export type UploadTicket =
  | { readonly kind: 'ticket'; readonly url: string; readonly token: string; readonly key: FileKey }
  | { readonly kind: 'refused'; readonly refusal: FileRefusal };

const FILE_REFUSALS: readonly FileRefusal[] = ['file-type-refused', 'file-too-large', 'file-empty'];

const announcedFile = v.pipe(
  v.object({ name: v.pipe(v.string(), v.maxLength(255)), size: wireCount, content_type: line }),
  v.transform((wire): AnnouncedFile => ({
    name: wire.name,
    bytes: wire.size,
    contentType: wire.content_type,
  })),
);

const ticketBody = v.object({ token: v.string(), key: wireFileKey });

const ticketSchema = v.pipe(
  v.object({ url: v.string(), body: v.string(), result: v.number() }),
  v.rawTransform(({ dataset, addIssue, NEVER }): UploadTicket => {
    const { url, body, result } = dataset.value;
    const refusal = FILE_REFUSALS.find((kind) => kind === refusalOfResult(result));
    if (refusal) return { kind: 'refused', refusal };
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ticketBody), body);
    if (result === 0 && parsed.success) return { kind: 'ticket', url, ...parsed.output };
    addIssue({ message: 'neither a ticket nor a refusal' });
    return NEVER;
  }),
);

function writeTicket(ticket: UploadTicket) {
  if (ticket.kind === 'refused') {
    return { url: '', body: '', result: REFUSAL_RESULTS[ticket.refusal] as number };
  }
  return { url: ticket.url, body: JSON.stringify({ token: ticket.token, key: ticket.key }), result: 0 };
}

/** A token for each file that may be sent. `scene` and `way` are the app's fields and not used here. */
export const askUploadTokens = endpoint({
  name: 'askUploadTokens',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/sys/upload_token/',
  request: codec(
    v.pipe(
      v.object({
        uuid: wireIgnored,
        files: listOf(announcedFile),
        purpose: v.picklist(['feedback', 'audit']),
        scene: v.optional(wireCount),
        way: v.optional(wireCount),
        need_date: v.optional(v.union([v.boolean(), v.picklist([0, 1, '0', '1', 'true', 'false'])]), 0),
      }),
      v.transform((wire): UploadRequest => ({
        files: wire.files,
        purpose: wire.purpose,
        needsDate: ['1', 'true'].includes(String(wire.need_date)),
      })),
    ),
    (request: UploadRequest) => ({
      files: JSON.stringify(
        request.files.map((file) => ({ name: file.name, size: file.bytes, content_type: file.contentType })),
      ),
      purpose: request.purpose,
      need_date: request.needsDate ? (1 as const) : (0 as const),
      ...(request.purpose === 'audit' ? { scene: 5, way: 1 } : {}),
    }),
  ),
  answer: codec(
    v.pipe(
      v.object({ tokens: v.array(ticketSchema) }),
      v.transform((wire) => wire.tokens),
    ),
    (tickets: UploadTicket[]) => ({ tokens: tickets.map(writeTicket) }),
  ),
  refusals: ['files-too-many', 'not-signed-in', 'too-many-tries', ...FILE_REFUSALS],
});

/** A stored file, with the address at which its sender can see it. */
export interface UploadedFile {
  readonly key: FileKey;
  readonly url: string;
}

const uploadedFile = codec(v.object({ key: wireFileKey, url: v.string() }), (file: UploadedFile) => ({
  key: file.key as string,
  url: file.url,
}));

/** Receives a file. The address of an upload ticket leads to this call. */
export const uploadFile = endpoint({
  name: 'uploadFile',
  methods: ['POST'],
  changes: true,
  path: '/api/upload/',
  filePart: 'file',
  fileBytesMax: VIDEO_BYTES_MAX,
  request: codec(
    v.object({ token: v.pipe(v.string(), v.maxLength(1_000)), key: wireFileKey }),
    (request: { token: string; key: FileKey }) => ({ token: request.token, key: request.key as string }),
  ),
  answer: uploadedFile,
  refusals: ['upload-void', 'file-unreadable', ...FILE_REFUSALS],
});

/**
 * The upload call of the app's other flavor, for pictures only. The file key alone permits the upload, on the device that got the
 * key.
 */
export const uploadImage = endpoint({
  name: 'uploadImage',
  methods: ['POST'],
  changes: true,
  path: '/api/user/upload_image/',
  filePart: 'file',
  fileBytesMax: IMAGE_BYTES_MAX,
  request: codec(v.object({ key: wireFileKey }), (request: { key: FileKey }) => ({
    key: request.key as string,
  })),
  answer: uploadedFile,
  refusals: ['upload-void', 'file-unreadable', ...FILE_REFUSALS],
});

export interface Feedback {
  readonly content: string;
  readonly fileKeys: readonly FileKey[];
  readonly topic: FeedbackTopic | null;
  /** The order number, typed by the payer or filled in by the result screen. */
  readonly orderNumber: string;
  /** The contact at which a visitor wants the answer. */
  readonly contact: FeedbackContact | null;
  readonly model: string;
  readonly version: string;
  readonly pageId: string;
  /** A field of the specification's form that is not read: the session alone decides whose report it is. */
  readonly uid?: AccountId;
}

const wireContact = v.pipe(
  line,
  v.rawTransform(({ dataset, addIssue, NEVER }): FeedbackContact | null => {
    const reading = readContact(dataset.value);
    if (reading.kind === 'none') return null;
    if (reading.kind === 'read') return reading.contact;
    addIssue({ message: 'reaches nobody' });
    return NEVER;
  }),
);

/** `topic`, `order_number` and `contact` are ours; the specification's form lacks them. */
export const submitFeedback = endpoint({
  name: 'submitFeedback',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/feedback/submit/',
  request: codec(
    v.pipe(
      v.object({
        uid: v.optional(v.union([v.number(), v.pipe(v.string(), v.maxLength(40))])),
        content: v.pipe(v.string(), v.maxLength(60_000)),
        images: v.optional(listOf(wireFileKey), ''),
        topic: v.optional(v.union([v.literal(''), v.picklist(FEEDBACK_TOPICS)]), ''),
        order_number: v.optional(line, ''),
        contact: v.optional(wireContact, ''),
        model: v.optional(line, ''),
        version: v.optional(line, ''),
        uuid: v.optional(line, ''),
      }),
      v.transform((wire): Feedback => ({
        content: wire.content,
        fileKeys: wire.images,
        topic: wire.topic === '' ? null : wire.topic,
        orderNumber: wire.order_number,
        contact: wire.contact,
        model: wire.model,
        version: wire.version,
        pageId: wire.uuid,
      })),
    ),
    (feedback: Feedback) => ({
      content: feedback.content,
      images: JSON.stringify(feedback.fileKeys),
      topic: feedback.topic ?? ('' as const),
      order_number: feedback.orderNumber,
      contact: feedback.contact ?? '',
      model: feedback.model,
      version: feedback.version,
      uuid: feedback.pageId,
      ...(feedback.uid !== undefined && { uid: feedback.uid }),
    }),
  ),
  answer: codec(
    v.pipe(
      v.object({ report_number: v.string() }),
      v.transform((wire) => ({ reportNumber: wire.report_number })),
    ),
    (sent: { reportNumber: string }) => ({ report_number: sent.reportNumber }),
  ),
  refusals: ['feedback-empty', 'feedback-too-long', 'files-too-many', 'file-not-found', 'too-many-tries'],
});
