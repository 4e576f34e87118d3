import { invalidLimit, invalidSetting } from './validate-stage.ts';

/** A stage's own domain, instead of a CloudFront domain name. Its hosted zone is in the same account. */
export type Domain = {
  /** `photos.example.org` */
  readonly name: string;
  /** The hosted zone that holds the name: `example.org`. */
  readonly zoneName: string;
  readonly hostedZoneId: string;
};

export type EventLimits = {
  /** People besides the owner. */
  readonly peoplePerEvent: number;
  /** Items of one person in one event; the owner may have any number. */
  readonly uploadsPerPerson: number;
};

/**
 * A model of Amazon Bedrock that accepts images: by its id, or by an inference profile that runs it in one of
 * several regions. The account must have access to it.
 */
export type HighlightsModel =
  | { readonly modelId: string }
  | { readonly profileId: string; readonly modelId: string; readonly regions: readonly string[] };

/** Everything that differs between stages. */
export type Stage = {
  readonly name: StageName;
  /** CloudFront's certificate and firewall are in us-east-1 in any case. */
  readonly region: string;
  readonly domain?: Domain;
  /** Data outlives its stacks: deletion protection, object versions, no automatic emptying. */
  readonly keepsData: boolean;
  /** How long deleted or overwritten objects can be restored; 0 without `keepsData`. */
  readonly oldVersionDays: number;
  readonly logDays: 7 | 30 | 90;
  /** How many calls per second the gateway accepts, sustained and in a burst. */
  readonly throttle: { readonly ratePerSecond: number; readonly burst: number };
  /**
   * How many units a second the table takes from the start, if more than a new table's 4,000; beyond, it grows by itself, to twice
   * the last peak within 30 minutes. It costs once (`npm run cost`). It cannot be lowered, nor set to less than a table has grown to.
   */
  readonly warmWriteUnits?: number;
  /** The limits of one event. Generous: they keep programs out, not guests. */
  readonly limits: EventLimits;
  /** Makes the final choice of highlights; without it, measurements and votes alone decide. */
  readonly highlightsModel?: HighlightsModel;
  /** How a new version gets its calls; `canary`: a tenth for ten minutes, rolled back if an alarm rings. */
  readonly rollout: 'at-once' | 'canary';
  /** What the stage may cost per month before somebody is told, in US dollars. */
  readonly monthlyBudgetUsd: number;
  /** A restore fills the stage: nothing reacts to the table or the bucket, and no schedule runs. */
  readonly isRestoreTarget?: boolean;
  /**
   * People sign in with accounts of another stage in the same account and region; the rows hold their ids.
   */
  readonly accountsOf?: { readonly stage: StageName; readonly userPoolId: string };
  /**
   * The sender of e-mails about accounts, an address that SES has verified in this region. Without it Cognito
   * sends 50 a day.
   */
  readonly accountEmail?: string;
  /** Who is told of alarms; without it they show in the console only. */
  readonly alarmEmail?: string;
};

export const defaultEventLimits: EventLimits = { peoplePerEvent: 5000, uploadsPerPerson: 2000 };

const stageNames = ['dev', 'staging', 'prod'] as const;

export type StageName = (typeof stageNames)[number];

// A stage gets its own domain by naming it here:
// domain: { name: 'photos.example.org', zoneName: 'example.org', hostedZoneId: 'Z…' }
// Highlights get a second opinion from a model, in this region or in one of several:
// highlightsModel: { modelId: 'amazon.nova-lite-v1:0' }
// highlightsModel: { modelId: 'amazon.nova-lite-v1:0', profileId: 'us.amazon.nova-lite-v1:0',
// regions: ['us-east-1', …] }
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
    warmWriteUnits: 12_000,
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
    warmWriteUnits: 12_000,
    rollout: 'canary',
    monthlyBudgetUsd: 500,
    limits: defaultEventLimits,
  },
};

/** Says in one sentence what the person at the keyboard has to do; shown without a stack trace. */
export class Instruction extends Error {}

/**
 * The stage of that name.
 * @param example how the caller's program names a stage: `-c stage=dev`
 * @throws Instruction if it is missing, unknown, or has an invalid setting
 */
export function readStage(value: unknown, example: string): Stage {
  const name = stageNames.find((known) => known === value);
  if (name) return withValidSettings(stages[name]);
  const given = typeof value === 'string' && value !== '' ? `"${value}" is no stage` : 'No stage is named';
  throw new Instruction(`${given}: choose one of ${stageNames.join(', ')}, for example ${example}.`);
}

/** @throws Instruction if a setting is missing, unknown or invalid */
export function withValidSettings(stage: Stage): Stage {
  const problem = invalidSetting(stage) ?? invalidLimit(stage.limits);
  if (problem !== undefined)
    throw new Instruction(`Stage ${stage.name} in infra/stages/stages.ts: ${problem}.`);
  const { accountsOf, region } = stage;
  if (accountsOf && stages[accountsOf.stage]?.region !== region)
    throw new Instruction(
      `Stage ${stage.name} in infra/stages/stages.ts: accountsOf must name a stage in ${region}, and ${accountsOf.stage} is none.`,
    );
  return stage;
}

/** The path of a stage's secrets in Parameter Store, `/gatherlens/{stage}`. */
export function secretsPath(stage: Stage): string {
  return `/gatherlens/${stage.name}`;
}
