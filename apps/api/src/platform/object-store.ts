import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { isFileKey, type FileKey, type FileType } from '@jawhara/domain';

export interface StoredObject {
  readonly bytes: number;
  readonly stream: Readable;
}

/** Stores files. It checks no access: its callers do. */
export interface ObjectStore {
  /** Atomic: a reader never sees half a file. */
  put(key: FileKey, path: string, type: FileType): Promise<void>;
  get(key: FileKey): Promise<StoredObject | null>;
  /** Removing a missing file does nothing. */
  remove(key: FileKey): Promise<void>;
}

/** Stores files in a directory of this machine, for development and single servers. */
export function directoryObjectStore(directory: string): ObjectStore {
  const pathOf = (key: FileKey): string => {
    if (!isFileKey(key)) throw new Error('not a key of a file');
    return join(directory, key);
  };
  return {
    async put(key, path) {
      const target = pathOf(key);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await copyFile(path, `${target}.part`);
      await rename(`${target}.part`, target);
    },
    async get(key) {
      try {
        const file = await open(pathOf(key));
        const { size } = await file.stat();
        return { bytes: size, stream: file.createReadStream() };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** The address of a store other than Amazon's; null for Amazon's own. */
  readonly endpoint: string | null;
  /** Null: the rights of the machine's own role are used. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 60_000;

/** Stores files in a bucket with the S3 interface. The bucket must be private: payers read files only through the API. */
export function s3ObjectStore(settings: S3Settings): ObjectStore {
  const client = new S3Client({
    region: settings.region,
    // Stores other than Amazon's often support neither buckets as hosts nor the newer checksums.
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
