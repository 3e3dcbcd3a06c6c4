import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectStore } from './object-store.ts';

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Of a store that is not Amazon's; null for Amazon's own. */
  readonly endpoint: string | null;
  /** Null: the machine's own role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 60_000;

/** Any store with the S3 interface. The bucket must be private: whoever may read a file reads it through us. */
export function s3ObjectStore(settings: S3Settings): ObjectStore {
  const client = new S3Client({
    region: settings.region,
    // Stores other than Amazon's often know neither buckets as hosts nor the newer checksums.
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
  });
  const Bucket = settings.bucket;
  return {
    async put(key, path, type) {
      const { size } = await stat(path);
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: key,
          Body: createReadStream(path),
          ContentLength: size,
          ContentType: type,
          ContentDisposition: 'attachment',
        }),
      );
    },
    async get(key) {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
        if (!Body || ContentLength === undefined) throw new Error('the object store sent no body');
        return { bytes: ContentLength, stream: Body as Readable };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },
  };
}
