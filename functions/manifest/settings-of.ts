import type { SecretName } from '../aws/secrets.ts';
import type { SettingName } from '../aws/setting-name.ts';
import { answersRequests } from './call-row.ts';
import type { FunctionRow, Grants, QueueName } from './function-row.ts';

/** The setting that goes with a secret. */
const BESIDE_SECRET: Partial<Record<SecretName, SettingName>> = {
  'media-signing-key': 'MEDIA_KEY_IDS',
  'stripe-secret-key': 'STRIPE_API_URL',
  'vapid-private-key': 'VAPID_SUBJECT',
};

/**
 * The settings that a function gets: those that its trigger and grants imply, and those that its row names. A
 * test compares them with what its bundle requires.
 */
export function settingsOf(row: FunctionRow): readonly SettingName[] {
  const names = [...forTrigger(row), ...forQueue(row), ...forGrants(row.grants), ...(row.settings ?? [])];
  return [...new Set(names)].toSorted();
}

/** Whatever answers requests must know its own site, and look up the caller; a job counts what fails, by stage. */
function forTrigger(row: FunctionRow): SettingName[] {
  if (row.trigger.kind === 'authorizer') return [];
  if (!answersRequests(row)) return ['STAGE'];
  return row.trigger.kind === 'unmatched' ? [] : ['SITE_URL', 'TABLE_NAME'];
}

/** A worker says when what failed comes again. */
function forQueue({ trigger }: FunctionRow): SettingName[] {
  return trigger.kind === 'queue' ? [queueUrlSetting(trigger.queue)] : [];
}

function forGrants(grants: Grants): SettingName[] {
  const { table, indexes, objects, listObjects, listVersions, send = [], secrets = [] } = grants;
  const needed: [unknown, SettingName][] = [
    [table ?? indexes, 'TABLE_NAME'],
    [objects ?? listObjects ?? listVersions, 'MEDIA_BUCKET'],
    [grants.invalidate, 'DISTRIBUTION_ID'],
    [grants.deleteAccounts, 'USER_POOL_ID'],
    [grants.publishLiveUpdates, 'LIVE_EVENTS_URL'],
    [grants.bedrock, 'HIGHLIGHTS_MODEL'],
    [secrets.length > 0, 'SECRETS_PATH'],
  ];
  return [
    ...needed.flatMap(([isGranted, name]) => (isGranted ? [name] : [])),
    ...send.map(queueUrlSetting),
    ...secrets.flatMap((name) => BESIDE_SECRET[name] ?? []),
  ];
}

function queueUrlSetting(target: QueueName): SettingName {
  return `${target.toUpperCase() as Uppercase<QueueName>}_QUEUE_URL`;
}
