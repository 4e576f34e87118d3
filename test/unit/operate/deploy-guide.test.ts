import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FOLLOWED_EVENTS } from '../../../functions/payments/followed-webhook-events.ts';
import { smokeChecks } from '../../../infra/operate/smoke-checks.ts';
import { invalidSetting } from '../../../infra/stages/validate-stage.ts';
import { stages } from '../../../infra/stages/stages.ts';

const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const guide = file('docs/deploy.md');

describe('what operators are told', () => {
  it('names every event that Stripe has to send, and no other', () => {
    const named = [...guide.matchAll(/`((?:checkout|charge|refund)\.[a-z_.]+)`/g)].map(
      ([, name]) => name ?? '',
    );
    expect(new Set(named)).toEqual(FOLLOWED_EVENTS);
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
