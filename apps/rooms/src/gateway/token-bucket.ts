/** Limits a rate: allows a burst, and then so many a second. Only two numbers, because every socket has such a bucket. */
export interface TokenBucket {
  tokens: number;
  filledAtMs: number;
}

export interface BucketLimit {
  readonly burst: number;
  readonly perSecond: number;
}

export function fullBucket({ burst }: BucketLimit, nowMs: number): TokenBucket {
  return { tokens: burst, filledAtMs: nowMs };
}

/** Takes a token; false if none is left. */
export function takeToken(bucket: TokenBucket, { burst, perSecond }: BucketLimit, nowMs: number): boolean {
  const earned = (Math.max(0, nowMs - bucket.filledAtMs) / 1000) * perSecond;
  bucket.tokens = Math.min(burst, bucket.tokens + earned);
  bucket.filledAtMs = nowMs;
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
}
