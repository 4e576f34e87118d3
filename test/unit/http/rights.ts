import type { Grants, ObjectGrant } from '../../../functions/manifest/function-row.ts';

// What IAM asks of who sends a command: written down from AWS's words for its actions, not from the manifest's code.

/** The rights that a row's words grant, one text each. */
export function granted(grants: Grants): Set<string> {
  const { table = [], indexes = [], objects = [], listObjects = [], listVersions = [] } = grants;
  const { send = [], secrets = [] } = grants;
  return new Set([
    ...table.map((action) => `table ${action}`),
    ...indexes.map((index) => `index ${index}`),
    ...objects.flatMap(({ prefix, actions }) => actions.map((action) => `${action} ${prefix}`)),
    ...listObjects.map((prefix) => `list ${prefix}`),
    ...listVersions.map((prefix) => `list versions of ${prefix}`),
    ...send.map((queue) => `send ${queue}`),
    ...secrets.map((name) => `secret ${name}`),
    ...(grants.invalidate ? ['invalidate'] : []),
  ]);
}

const PREFIXES: readonly ObjectGrant['prefix'][] = [
  'incoming/',
  'media/originals/',
  'media/held/',
  'media/open/',
  'media/archives/',
  'media/copies/',
];

const folderOf = (key: string): string => PREFIXES.find((prefix) => key.startsWith(prefix)) ?? key;

const WRITES = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
} as const;

const ITEM_COMMANDS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  BatchGet: 'BatchGetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  BatchWrite: 'BatchWriteItem',
};

/** Who may not list the prefix is not told of a missing object: S3 then answers 403. */
const reading = (key: string): string[] => [`GetObject ${folderOf(key)}`, `list ${folderOf(key)}`];

function readingSource(source: string): string[] {
  const [key = '', version] = source.replace(/^[^/]+\//, '').split('?');
  return version === undefined
    ? reading(key)
    : [`GetObjectVersion ${folderOf(key)}`, `list versions of ${folderOf(key)}`];
}

/** Deleting one version for good is a right of its own. */
const deleting = ({ Key, VersionId }: { Key: string; VersionId?: string }): string =>
  `${VersionId === undefined ? 'DeleteObject' : 'DeleteObjectVersion'} ${folderOf(Key)}`;

/** What one command needs. @throws Error for one whose needs are not known here */
export function neededBy(command: string, input: any): string[] {
  const item = ITEM_COMMANDS[command];
  if (item) return [`table ${item}`];
  switch (command) {
    case 'Query':
      return [input.IndexName ? `index ${input.IndexName}` : 'table Query'];
    case 'TransactWrite':
      return input.TransactItems.flatMap((one: object) =>
        Object.keys(one).map((kind) => `table ${WRITES[kind as keyof typeof WRITES]}`),
      );
    case 'HeadObject':
    case 'GetObject':
      return reading(input.Key);
    case 'CopyObject':
      return [...readingSource(String(input.CopySource)), `PutObject ${folderOf(input.Key)}`];
    case 'DeleteObject':
      return [deleting(input)];
    case 'DeleteObjects':
      return input.Delete.Objects.map(deleting);
    case 'ListObjectVersions':
      return [`list versions of ${folderOf(input.Prefix)}`];
    case 'ListObjects':
      return [`list ${folderOf(input.Prefix)}`];
    case 'SendMessage':
      return [`send ${/\/(\w+)-inside$/.exec(input.QueueUrl)?.[1] ?? input.QueueUrl}`];
    case 'GetParameter':
      return [`secret ${input.Name.split('/').at(-1)}`];
    case 'Invalidate':
      return ['invalidate'];
    default:
      throw new Error(`What ${command} needs is not written down.`);
  }
}

/** What the addresses in an answer need, which work by the rights of who signed them. */
export function neededByAddresses(text: string): string[] {
  return [...text.matchAll(/https:\/\/[^\s"?]*?\.amazonaws\.com\/([^\s"?]+)\?[^\s"]*x-id=(\w+)/g)].map(
    ([, path = '', action]) => `${action} ${folderOf(path.replace(/^media-inside\//, ''))}`,
  );
}
