import { invalidSetting } from './validate-stage.ts';

/** Where people find a stage, instead of at an address of CloudFront's own. The hosted zone is in the same account. */
export type Domain = {
  /** `photos.example.org` */
  readonly name: string;
  /** The hosted zone that holds the name: `example.org`. */
  readonly zoneName: string;
  readonly hostedZoneId: string;
};

export type EventLimits = {
  /** People beside the owner. */
  readonly peoplePerEvent: number;
  /** Pictures and videos of one person in one event; the owner may have any number. */
  readonly uploadsPerPerson: number;
};

/**
 * A model of Amazon Bedrock that looks at pictures: by its id, or by the inference profile that runs it in one of several
 * regions. The account must have access to it.
 */
export type HighlightsModel =
  | { readonly modelId: string }
  | { readonly profileId: string; readonly modelId: string; readonly regions: readonly string[] };

/** What differs between stages, and nothing else. */
export type Stage = {
  readonly name: StageName;
  /** CloudFront's certificate and firewall are in us-east-1 wherever this is. */
  readonly region: string;
  readonly domain?: Domain;
  /** Data outlives its stacks: deletion protection, versions of objects, no automatic emptying. */
  readonly keepsData: boolean;
  /** How long deleted or overwritten objects can be brought back, where `keepsData`; 0 elsewhere. */
  readonly oldVersionDays: number;
  readonly logDays: 7 | 30 | 90;
  /** Calls per second that the gateway lets through, steady and at once. */
  readonly throttle: { readonly ratePerSecond: number; readonly burst: number };
  /** What one event takes. Generous: they keep programs out, not guests. */
  readonly limits: EventLimits;
  /** Has the last word on highlights; without one the choice is made by measurements and votes alone. */
  readonly highlightsModel?: HighlightsModel;
  /** How a new version of a function gets its calls; `canary` a tenth for ten minutes, and back where an alarm rings. */
  readonly rollout: 'at-once' | 'canary';
  /** What the stage may cost a month before somebody is told, in US dollars. */
  readonly monthlyBudgetUsd: number;
  /** Nothing follows the table or the bucket, and no schedule runs: the stage is being filled by a restore. */
  readonly isRestoreTarget?: boolean;
  /** People sign in with the accounts of another stage of the same account and region, whose ids the rows hold. */
  readonly accountsOf?: { readonly stage: StageName; readonly userPoolId: string };
  /** Whom mails about accounts are from: an address that SES has verified in this region. Without one Cognito sends 50 a day. */
  readonly accountEmail?: string;
  /** Who hears of alarms; without one they are in the console only. */
  readonly alarmEmail?: string;
};

export const defaultEventLimits: EventLimits = { peoplePerEvent: 5000, uploadsPerPerson: 2000 };

const stageNames = ['dev', 'staging', 'prod'] as const;

export type StageName = (typeof stageNames)[number];

// A stage gets its own address by naming it here:
// domain: { name: 'photos.example.org', zoneName: 'example.org', hostedZoneId: 'Z…' }
// Highlights get a second opinion by a model, here or in one of several regions:
// highlightsModel: { modelId: 'amazon.nova-lite-v1:0' }
// highlightsModel: { profileId: 'us.amazon.nova-lite-v1:0', modelId: 'amazon.nova-lite-v1:0', regions: ['us-east-1', …] }
export const stages: Readonly<Record<StageName, Stage>> = {
  dev: {
    name: 'dev',
    region: 'us-east-1',
    keepsData: false,
    oldVersionDays: 0,
    logDays: 7,
    throttle: { ratePerSecond: 200, burst: 400 },
    rollout: 'at-once',
    monthlyBudgetUsd: 50,
    limits: defaultEventLimits,
  },
  staging: {
    name: 'staging',
    region: 'us-east-1',
    keepsData: false,
    oldVersionDays: 0,
    logDays: 30,
    throttle: { ratePerSecond: 2000, burst: 4000 },
    rollout: 'canary',
    monthlyBudgetUsd: 100,
    limits: defaultEventLimits,
  },
  prod: {
    name: 'prod',
    region: 'us-east-1',
    keepsData: true,
    // Short: what a person deletes must really go.
    oldVersionDays: 7,
    logDays: 90,
    throttle: { ratePerSecond: 2000, burst: 4000 },
    rollout: 'canary',
    monthlyBudgetUsd: 500,
    limits: defaultEventLimits,
  },
};

/** Says in one sentence what the person at the keyboard has to do; shown without a stack trace. */
export class Instruction extends Error {}

/**
 * The stage of that name.
 * @param example how a stage is named where this is called: `-c stage=dev`
 * @throws Instruction where it is missing or unknown
 */
export function readStage(value: unknown, example: string): Stage {
  const name = stageNames.find((known) => known === value);
  if (name) return withValidSettings(stages[name]);
  const given = typeof value === 'string' && value !== '' ? `"${value}" is no stage` : 'No stage is named';
  throw new Instruction(`${given}: choose one of ${stageNames.join(', ')}, for example ${example}.`);
}

/** @throws Instruction where a setting is missing, unknown or not what it must be */
export function withValidSettings(stage: Stage): Stage {
  const problem = invalidSetting(stage);
  if (problem !== undefined)
    throw new Instruction(`Stage ${stage.name} in infra/stages/stages.ts: ${problem}.`);
  const { accountsOf, region } = stage;
  if (accountsOf && stages[accountsOf.stage]?.region !== region)
    throw new Instruction(
      `Stage ${stage.name} in infra/stages/stages.ts: accountsOf must name a stage in ${region}, and ${accountsOf.stage} is none.`,
    );
  return withValidLimits(stage);
}

/** @throws Instruction where a limit is missing, unknown or not a number that can be meant */
export function withValidLimits(stage: Stage): Stage {
  const names = Object.keys(LIMIT_BOUNDS) as (keyof EventLimits)[];
  const unknown = Object.keys(stage.limits).find((name) => !Object.hasOwn(LIMIT_BOUNDS, name));
  if (unknown !== undefined) {
    throw new Instruction(
      `Stage ${stage.name} in infra/stages/stages.ts: there is no limit ${unknown}; the limits are ${names.join(' and ')}.`,
    );
  }
  for (const name of names) {
    const value: unknown = stage.limits[name];
    const isSound = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LIMIT_BOUNDS[name];
    if (isSound) continue;
    const found = value === undefined ? 'missing' : JSON.stringify(value);
    throw new Instruction(
      `Stage ${stage.name} in infra/stages/stages.ts: the limit ${name} must be a whole number from 1 to ${LIMIT_BOUNDS[name]}, and is ${found}.`,
    );
  }
  return stage;
}

/** Beyond these a list of people or a count of uploads is no longer what the table was designed for. */
const LIMIT_BOUNDS: Readonly<Record<keyof EventLimits, number>> = {
  peoplePerEvent: 50_000,
  uploadsPerPerson: 50_000,
};

/** Where a stage's secrets are in Parameter Store, each under its own name: `/gatherlens/{stage}`. */
export function secretsPath(stage: Stage): string {
  return `/gatherlens/${stage.name}`;
}
