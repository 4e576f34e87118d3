import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OUR_EVENTS } from '../../../functions/payments/stripe-checkout.ts';
import { smokeChecks } from '../../../infra/operate/smoke-checks.ts';
import { invalidSetting } from '../../../infra/stages/validate-stage.ts';
import { stages } from '../../../infra/stages/stages.ts';

const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const guide = file('docs/deploy.md');
const pages = [guide, file('docs/runbooks.md'), file('docs/restore.md'), file('docs/cost.md')];
const { scripts } = JSON.parse(file('package.json')) as { scripts: Record<string, string> };

describe('what operators are told', () => {
  it('names only commands that there are', () => {
    const named = pages.flatMap((page) =>
      [...page.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name ?? ''),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('names every event that Stripe has to send, and no other', () => {
    const named = [...guide.matchAll(/`((?:checkout|charge|refund)\.[a-z_.]+)`/g)].map(
      ([, name]) => name ?? '',
    );
    expect(new Set(named)).toEqual(OUR_EVENTS);
  });

  it('shows what the smoke test says', () => {
    const shown = [...guide.matchAll(/^ok {6}(.+)$/gm)].map(([, what]) => what ?? '');
    expect(shown.length).toBeGreaterThan(3);
    const known = smokeChecks.map(({ what }) => what);
    expect(shown.filter((what) => !known.includes(what))).toEqual([]);
  });

  it.each(['domain', 'accountEmail', 'alarmEmail', 'highlightsModel', 'rollout', 'keepsData'])(
    'explains the setting %s, which there is',
    (name) => {
      expect(guide).toContain(name);
      const odd = invalidSetting({ ...stages.dev, [`${name}x`]: true });
      expect(odd?.split('there are ')[1]?.split(', ')).toContain(name);
    },
  );

  it('says of each secret what it is called', () => {
    for (const name of [
      'media-signing-key',
      'vapid-private-key',
      'stripe-secret-key',
      'stripe-webhook-secrets',
    ]) {
      expect(guide).toContain(`/gatherlens/dev/${name}`);
      expect(file('infra/operate/ensure-secrets.ts')).toContain(`'${name}'`);
    }
  });
});
