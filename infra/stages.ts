/** Where people find a stage, instead of at an address of CloudFront's own. The hosted zone is in the same account. */
export type Domain = {
  /** `photos.example.org` */
  readonly name: string;
  /** The hosted zone that holds the name: `example.org`. */
  readonly zoneName: string;
  readonly hostedZoneId: string;
};

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
  /** Who hears of alarms; without one they are in the console only. */
  readonly alarmEmail?: string;
};

const stageNames = ['dev', 'staging', 'prod'] as const;

export type StageName = (typeof stageNames)[number];

// A stage gets its own address by naming it here:
// domain: { name: 'photos.example.org', zoneName: 'example.org', hostedZoneId: 'Z…' }
export const stages: Readonly<Record<StageName, Stage>> = {
  dev: {
    name: 'dev',
    region: 'us-east-1',
    keepsData: false,
    oldVersionDays: 0,
    logDays: 7,
    throttle: { ratePerSecond: 200, burst: 400 },
  },
  staging: {
    name: 'staging',
    region: 'us-east-1',
    keepsData: false,
    oldVersionDays: 0,
    logDays: 30,
    throttle: { ratePerSecond: 2000, burst: 4000 },
  },
  prod: {
    name: 'prod',
    region: 'us-east-1',
    keepsData: true,
    // Short: what a person deletes must really go.
    oldVersionDays: 7,
    logDays: 90,
    throttle: { ratePerSecond: 2000, burst: 4000 },
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
  if (name) return stages[name];
  const given = typeof value === 'string' && value !== '' ? `"${value}" is no stage` : 'No stage is named';
  throw new Instruction(`${given}: choose one of ${stageNames.join(', ')}, for example ${example}.`);
}

/** Where a stage's secrets are in Parameter Store, each under its own name: `/gatherlens/{stage}`. */
export function secretsPath(stage: Stage): string {
  return `/gatherlens/${stage.name}`;
}
