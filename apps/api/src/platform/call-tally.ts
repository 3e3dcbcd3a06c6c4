/**
 * Calls answered, by result, and how long they took. Every request passes here, and the library of the other metrics makes a
 * text of all labels for each number it is told: these are kept as plain numbers and become text when somebody looks.
 */
export interface CallTally {
  ended(call: string, result: string, seconds: number): void;
  /** In the text format of Prometheus. */
  text(): string;
}

interface Calls {
  readonly results: Map<string, number>;
  /** How many took at most so long and longer than the one before; the last place is for what took longer than all. */
  readonly places: number[];
  sumSeconds: number;
}

export function callTally(bounds: readonly number[]): CallTally {
  const all = new Map<string, Calls>();

  function callsOf(call: string): Calls {
    const known = all.get(call);
    if (known) return known;
    const made = {
      results: new Map(),
      places: Array.from({ length: bounds.length + 1 }, () => 0),
      sumSeconds: 0,
    };
    all.set(call, made);
    return made;
  }

  function secondsOf(call: string, { places, sumSeconds }: Calls): string[] {
    let upTo = 0;
    const buckets = [...bounds, '+Inf'].map((bound, place) => {
      upTo += places[place] ?? 0;
      return `jawhara_request_seconds_bucket{le="${bound}",call="${call}"} ${upTo}`;
    });
    return [
      ...buckets,
      `jawhara_request_seconds_sum{call="${call}"} ${sumSeconds}`,
      `jawhara_request_seconds_count{call="${call}"} ${upTo}`,
    ];
  }

  return {
    ended(call, result, seconds) {
      const calls = callsOf(call);
      calls.results.set(result, (calls.results.get(result) ?? 0) + 1);
      calls.sumSeconds += seconds;
      let place = 0;
      while (place < bounds.length && seconds > (bounds[place] ?? 0)) place += 1;
      calls.places[place] = (calls.places[place] ?? 0) + 1;
    },
    text() {
      const counted = [...all].flatMap(([call, { results }]) =>
        [...results].map(
          ([result, count]) => `jawhara_requests_total{call="${call}",result="${result}"} ${count}`,
        ),
      );
      const lines = [
        '# HELP jawhara_requests_total Calls answered, by call and result',
        '# TYPE jawhara_requests_total counter',
        ...counted,
        '',
        '# HELP jawhara_request_seconds How long calls took',
        '# TYPE jawhara_request_seconds histogram',
        ...[...all].flatMap(([call, calls]) => secondsOf(call, calls)),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}
