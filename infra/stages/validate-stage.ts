import * as z from 'zod/mini';
import type { EventLimits } from './stages.ts';

const integerFrom = (least: number) => {
  const words = `a whole number from ${least} on`;
  return z.int(words).check(z.minimum(least, words));
};
const text = (pattern: RegExp, words: string) => z.string(words).check(z.regex(pattern, words));
const yesOrNo = z.boolean('true or false');
const region = text(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region like us-east-1');
const emailAddress = text(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address');
const modelId = text(/^[\w.:-]+$/, 'the id of a model like amazon.nova-lite-v1:0');
const domainName = text(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'a name like photos.example.org, in small letters');

const domain = z.strictObject(
  {
    name: domainName,
    zoneName: domainName,
    hostedZoneId: text(/^Z[A-Z0-9]+$/, "the id of a Route 53 zone like Z0123456789, without 'hostedzone/'"),
  },
  'a name, zoneName and hostedZoneId',
);

const model = z.union(
  [
    z.strictObject({ modelId }),
    z.strictObject({ modelId, profileId: modelId, regions: z.array(region).check(z.minLength(1)) }),
  ],
  'a modelId, or a modelId with profileId and regions',
);

/** Every setting of a stage. Limits are only declared here: `invalidLimit` checks them. */
const shape = z.strictObject({
  name: z.string(),
  region,
  domain: z.optional(domain),
  keepsData: yesOrNo,
  oldVersionDays: integerFrom(0),
  logDays: z.literal([7, 30, 90], '7, 30 or 90'),
  throttle: z.strictObject(
    { ratePerSecond: integerFrom(1), burst: integerFrom(1) },
    'a ratePerSecond and a burst',
  ),
  warmWriteUnits: z.optional(integerFrom(4001)),
  limits: z.looseObject({}, 'the two limits'),
  highlightsModel: z.optional(model),
  rollout: z.literal(['at-once', 'canary'], "'at-once' or 'canary'"),
  monthlyBudgetUsd: integerFrom(1),
  accountEmail: z.optional(emailAddress),
  alarmEmail: z.optional(emailAddress),
  isRestoreTarget: z.optional(yesOrNo),
  accountsOf: z.optional(
    z.strictObject(
      {
        stage: z.string('the name of a stage'),
        userPoolId: text(/^[\w-]+_\w+$/, 'an id like us-east-1_AbCdEf123'),
      },
      'a stage and its userPoolId',
    ),
  ),
});

/** What is wrong with a stage's settings, in words; undefined if nothing is. */
export function invalidSetting(stage: unknown): string | undefined {
  const { error } = shape.safeParse(stage);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return inconsistentSettings(stage as z.output<typeof shape>);
  const setting = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = setting === '' ? Object.keys(shape.def.shape) : [];
    const list = known.length > 0 ? `; there are ${known.join(', ')}` : '';
    return `there is no setting ${[...issue.path, issue.keys[0]].join('.')}${list}`;
  }
  const value = issue.path.reduce<unknown>(
    (held, name) => (held as Record<PropertyKey, unknown>)?.[name],
    stage,
  );
  const found = value === undefined ? 'missing' : JSON.stringify(value);
  return `${setting} must be ${issue.message}, and is ${found}`;
}

/** Problems that only several settings together show. */
function inconsistentSettings({
  domain: named,
  keepsData,
  oldVersionDays,
}: z.output<typeof shape>): string | undefined {
  if (named && named.name !== named.zoneName && !named.name.endsWith(`.${named.zoneName}`))
    return `domain.name must lie in domain.zoneName, and ${named.name} is not in ${named.zoneName}`;
  if (!keepsData && oldVersionDays > 0)
    return 'oldVersionDays must be 0 where keepsData is false: an emptied bucket keeps no versions';
  return undefined;
}

/** Beyond these, a list of people or a count of uploads is larger than the table was designed for. */
const LIMIT_BOUNDS: Readonly<Record<keyof EventLimits, number>> = {
  peoplePerEvent: 50_000,
  uploadsPerPerson: 50_000,
};

/** What is wrong with a stage's limits, in words: one is missing, unknown or out of bounds; undefined if nothing is. */
export function invalidLimit(limits: EventLimits): string | undefined {
  const names = Object.keys(LIMIT_BOUNDS) as (keyof EventLimits)[];
  const unknown = Object.keys(limits).find((name) => !Object.hasOwn(LIMIT_BOUNDS, name));
  if (unknown !== undefined) return `there is no limit ${unknown}; the limits are ${names.join(' and ')}`;
  for (const name of names) {
    const value: unknown = limits[name];
    if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LIMIT_BOUNDS[name]) continue;
    const found = value === undefined ? 'missing' : JSON.stringify(value);
    return `the limit ${name} must be a whole number from 1 to ${LIMIT_BOUNDS[name]}, and is ${found}`;
  }
  return undefined;
}
