import lighthouse from 'lighthouse';

/** One load of a page on a phone: slow 4G and a processor at a quarter of its speed, both really applied. */
export type PageLoad = {
  /** 0 to 100. */
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly largestPaintMs: number;
  readonly blockingMs: number;
  readonly shift: number;
  readonly codeBytes: number;
  readonly failed: readonly string[];
};

/** Lighthouse's own mobile figures for throttling by the browser: mobileSlow4G. */
const THROTTLING = {
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
  cpuSlowdownMultiplier: 4,
  rttMs: 150,
  throughputKbps: 1638.4,
};

/** Loads a page once in a browser that listens on a debugging port. */
export async function loadPage(url: string, port: number): Promise<PageLoad> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    formFactor: 'mobile',
    throttlingMethod: 'devtools',
    throttling: THROTTLING,
  });
  if (!result) throw new Error('Lighthouse says nothing.');
  const { categories, audits } = result.lhr;
  const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  const weighed = Object.values(categories).flatMap(({ auditRefs }) => auditRefs);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaintMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    codeBytes: codeBytesOf(audits['network-requests']?.details),
    failed: weighed
      .filter(({ id, weight, group }) => weight > 0 && group !== 'metrics' && audits[id]?.score === 0)
      .map(({ id }) => id),
  };
}

function codeBytesOf(details: unknown): number {
  const { items = [] } = (details ?? {}) as { items?: { resourceType?: string; transferSize?: number }[] };
  return items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}
