import { describe, expect, inject, it } from 'vitest';
import { smoke } from '../../infra/operate/smoke.ts';
import { smokeChecks } from '../../infra/operate/smoke-checks.ts';

const url = inject('siteUrl');

/**
 * Runs the smoke test with a fetch that may answer differently. @returns the line of each check that failed
 */
async function problems(otherwise: (address: string) => Response | undefined): Promise<string[]> {
  const said: string[] = [];
  const asking: typeof fetch = async (input, init) => otherwise(new Request(input).url) ?? fetch(input, init);
  await smoke(
    { url, gatewayUrl: 'https://gateway.example', fetch: asking },
    { say: (line) => said.push(line) },
  );
  return said.filter((line) => !line.startsWith('ok')).map((line) => line.slice(8));
}

const gateway = (address: string): Response | undefined =>
  address.startsWith('https://gateway.example') ? new Response('', { status: 403 }) : undefined;

describe('the smoke test', () => {
  it('passes for a running system', async () => {
    expect(await problems(gateway)).toEqual([]);
  });

  it('fails every check that asks something if nothing answers', async () => {
    const refused = await problems(() => Response.error());
    // For a site without https, one check asks nothing.
    expect(refused).toHaveLength(smokeChecks.length - 1);
  });

  it('finds a gateway that answers everybody', async () => {
    const [problem] = await problems((address) =>
      address.startsWith('https://gateway.example') ? new Response('[]') : undefined,
    );
    expect(problem).toMatch(/^Only CloudFront reaches the gateway/);
  });

  it('finds that code is missing which the page names', async () => {
    const [problem] = await problems((address) =>
      address.includes('/assets/') ? new Response('', { status: 404 }) : gateway(address),
    );
    expect(problem).toMatch(/^The page's code is there: \/assets\/\S+ answers 404/);
  });

  it('finds files that are served without a signature', async () => {
    const [problem] = await problems((address) =>
      address.includes('/media/') ? new Response('picture') : gateway(address),
    );
    expect(problem).toMatch(/^Files are refused/);
  });
});
